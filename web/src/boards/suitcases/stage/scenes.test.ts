import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { told } from "./scenes";
import { isMoving } from "../../../pace/motion";
import { Stage } from "./stage.svelte";
import { position } from "../small";

const duel = position({
  phase: "duel",
  at: { "0-1": "b", "1-1": "b" },
  duel: { attacker: 1, defence: 1, defender: 1, tie: 1 },
});

test("steps leave a trail, which a throw of the dice ends", () => {
  const seen = told(position(), position(), ["1: step 1 b", "1: step 1 c"]);
  expect(seen.footsteps).toEqual([
    { seat: 0, number: 1, from: "a", to: "b" },
    { seat: 0, number: 1, from: "b", to: "c" },
  ]);
  const next = told(position(), position(), ["1: step 1 b", "1: end", "dice 2 1"]);
  expect(next).toMatchObject({ footsteps: [], rolled: true });
});

test("a duel shows both cards, who wins and what becomes of the loser", () => {
  const out = told(duel, position({ at: { "0-1": "b" } }), ["duel revealed 4 2"]).scenes;
  expect(out).toEqual([
    {
      kind: "duel",
      place: "b",
      attacker: { seat: 0, number: 1 },
      defender: { seat: 1, number: 1 },
      attack: 4,
      defence: 2,
      won: true,
      out: true,
    },
  ]);
  const back = told(duel, position({ at: { "0-1": "start-red", "1-1": "b" } }), ["duel revealed 0 2", "dice 1 1"]);
  expect(back.scenes[0]).toMatchObject({ won: false, out: false });
});

test("of a tie the picture tells who won", () => {
  const lost = told(duel, position({ at: { "1-1": "b" } }), ["duel revealed 3 3"]).scenes[0];
  expect(lost).toMatchObject({ won: false, out: true });
  expect(told(duel, position({ at: { "0-1": "b" } }), ["duel revealed 3 3"]).scenes[0]).toMatchObject({ won: true });
});

test("a duel whose beginning was not seen is left to the log", () => {
  expect(told(position(), position(), ["duel revealed 3 1"]).scenes).toEqual([]);
});

test("a delivery shows what was in the suitcase, and a bomb where it strikes", () => {
  const seen = told(position(), position(), ["1: step 1 hq-red", "opened blue-A bomb", "1: lose 2"]).scenes;
  expect(seen).toEqual([
    { kind: "opened", suitcase: "blue-A", content: "bomb", seat: 0, place: "hq-red" },
    { kind: "blast", agent: "0-2", place: "start-red" },
  ]);
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  open.splice(0).forEach((stage) => stage.end());
  vi.useRealTimers();
});

const open: Stage[] = [];
/** A stage that ends with the test. */
function make(): Stage {
  const stage = new Stage();
  open.push(stage);
  return stage;
}

test("what came before one looked is not shown; what is shown goes away; in a burst the older is left out", async () => {
  const stage = make();
  stage.look(duel, [{ n: 1, events: ["opened red-A 5"] }], 0);
  expect(stage.scenes).toEqual([]);
  const news = [2, 3].map((n) => ({ n, events: [`opened red-A ${n}`, "dice 1 2"] }));
  stage.look(position(), news, 0);
  expect(stage.scenes).toHaveLength(2);
  expect(stage.thrown).toBe(1);
  stage.look(position(), news, 0);
  expect(stage.scenes).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stage.scenes).toEqual([]);
  stage.look(position(), [{ n: 5, events: ["1: lose 2"] }], 0);
  expect(stage.blasts).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(stage.blasts).toEqual([]);
});

test("other eyes count their own updates, and are shown nothing of what came before", () => {
  const stage = make();
  stage.look(position(), [{ n: 90, events: [] }], 0);
  stage.look(position(), [{ n: 91, events: ["opened red-A 5"] }], 0);
  expect(stage.scenes).toHaveLength(1);
  stage.look(position(), [{ n: 40, events: ["opened red-B 3"] }], 1);
  expect(stage.scenes).toEqual([]);
  stage.look(position(), [{ n: 41, events: ["opened red-C 1"] }], 1);
  expect(stage.scenes).toMatchObject([{ suitcase: "red-C" }]);
});

test("while pieces, dice and scenes move, the page is told to be quiet; not where nothing moves", async () => {
  const stage = make();
  stage.look(position(), [], 0, false);
  stage.look(position(), [{ n: 1, events: ["dice 1 2"] }], 0, true);
  expect(isMoving()).toBe(false);
  stage.look(position(), [{ n: 2, events: ["dice 1 2"] }], 0, false);
  expect(isMoving()).toBe(true);
  await vi.advanceTimersByTimeAsync(900);
  expect(isMoving()).toBe(false);
  const at = position().at;
  const agent = Object.keys(at)[0]!;
  stage.look({ ...position(), at: { ...at, [agent]: "elsewhere" } }, [{ n: 3, events: ["1: end"] }], 0, false);
  expect(isMoving()).toBe(true);
  stage.end();
  expect(isMoving()).toBe(false);
});

test("a duel is held as it stood until the cards were seen, and the page is quiet so long", async () => {
  const stage = new Stage();
  const after = position({ at: { "0-1": "b" } });
  stage.look(duel, [], 0, true);
  stage.look(after, [{ n: 1, events: ["duel revealed 4 2"] }], 0, true); // reduced motion: the same order and time
  expect([stage.act, stage.held?.at, isMoving()]).toEqual([0, duel.at, true]);
  await vi.advanceTimersByTimeAsync(700);
  expect([stage.act, stage.held?.at, isMoving()]).toEqual([1, duel.at, true]);
  await vi.advanceTimersByTimeAsync(1100);
  expect([stage.act, stage.held, isMoving()]).toEqual([2, null, false]);
  await vi.advanceTimersByTimeAsync(4000);
  expect(stage.scenes).toEqual([]);
});

test("who goes on is not kept: what has been told no longer covers the map, and what has not is still told", async () => {
  const stage = make();
  stage.look(duel, [], 0, true);
  stage.look(position({ at: { "0-1": "b" } }), [{ n: 1, events: ["duel revealed 4 2"] }], 0, true);
  await vi.advanceTimersByTimeAsync(700);
  stage.dismiss();
  expect([stage.act, stage.scenes.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1100);
  stage.dismiss();
  expect([stage.act, stage.scenes]).toEqual([0, []]);
});

test("who delivers is seen at headquarters before the suitcase is opened, and home after that", () => {
  const stage = make();
  stage.look(position(), [], 0, false);
  const after = position({ at: { ...position().at, "0-1": "start-red" } });
  stage.look(after, [{ n: 1, events: ["1: step 1 hq-red", "opened blue-A 5"] }], 0, false);
  expect(stage.held?.at["0-1"]).toBe("hq-red");
  expect(stage.held?.delivered).toEqual(position().delivered);
  expect(stage.scenes).toMatchObject([{ kind: "opened", place: "hq-red" }]);
  stage.end();
  expect([stage.held, isMoving()]).toEqual([null, false]);
});

test("a duel is acted out from its beginning, however many updates came with it", async () => {
  const stage = make();
  const after = position({ at: { "0-1": "b" } });
  stage.look(duel, [], 0, true);
  const news = [1, 2, 3, 4, 5, 6].map((n) => ({ n, events: n === 1 ? ["duel revealed 4 2"] : ["1: end"] }));
  stage.look(after, news, 0, true);
  expect([stage.act, stage.held?.at]).toEqual([0, duel.at]);
  await vi.advanceTimersByTimeAsync(700);
  expect([stage.act, stage.held?.at]).toEqual([1, duel.at]);
  await vi.advanceTimersByTimeAsync(1100);
  expect([stage.act, stage.held]).toEqual([2, null]);
});

test("what is being acted out comes to its end before the next begins, and a bomb still strikes", async () => {
  const stage = make();
  stage.look(duel, [], 0, true);
  stage.look(position({ at: { "0-1": "b" } }), [{ n: 1, events: ["duel revealed 4 2"] }], 0, true);
  await vi.advanceTimersByTimeAsync(700);
  const events = ["opened red-A 5", "opened red-B 3", "1: lose 1"];
  stage.look(position(), [{ n: 2, events }], 0, true);
  expect(stage.scenes).toMatchObject([{ kind: "duel" }, { suitcase: "red-B" }]);
  expect(stage.act).toBe(1);
  expect(stage.blasts).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1100);
  expect(stage.act).toBe(2);
  await vi.advanceTimersByTimeAsync(3000);
  expect([stage.act, stage.scenes.length]).toEqual([0, 1]);
});
