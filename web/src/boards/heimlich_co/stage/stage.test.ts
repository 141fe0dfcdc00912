import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Stage } from "./stage.svelte";
import { count, walkTo, way } from "./steps";
import { picture } from "../pictures";

const FRAMES = 60; // what begins with a frame also ends with one
const BANNER = 250 + FRAMES;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const endsAs = (stage: Stage, last: ReturnType<typeof picture>): void => {
  expect(stage.playing).toBe(false);
  expect(stage.shown).toEqual({ at: last.at, points: last.points, safe: last.safe, roll: last.roll ?? null });
  expect(stage.points).toEqual(last.points);
  expect([stage.walk, stage.count, stage.flight, stage.tumbling]).toEqual([null, null, null, 0]);
};

test("an agent walks house by house, all told when it begins, and the board ends as the picture", async () => {
  const stage = new Stage(picture());
  const next = picture({ at: { red: 3 }, roll: "2", seat: 1 });
  stage.see(next, ["1: move red 3", "roll 2"], false);
  await vi.advanceTimersByTimeAsync(1);
  expect(stage.walk?.map((at) => at.red)).toEqual([1, 2, 3]);
  expect([stage.shown.at.red, stage.shown.roll]).toEqual([3, picture().roll ?? null]);
  await vi.advanceTimersByTimeAsync(3 * stage.pace + FRAMES);
  expect([stage.walk, stage.tumbling > 0, stage.shown.roll]).toEqual([null, true, "2"]);
  await vi.advanceTimersByTimeAsync(stage.tumbling + FRAMES);
  endsAs(stage, next);
});

test("a scoring is announced and goes marker by marker, with the number of each; figures follow when all have arrived", async () => {
  const stage = new Stage(picture());
  const before = stage.points;
  const next = picture({ at: { red: 7, blue: 11 }, points: { red: 7, blue: 0, gray: 3 }, phase: "safe", scorings: 1 });
  stage.see(next, ["1: move red 7"], false);
  expect(stage.notice).toBeNull(); // nobody has arrived
  await vi.advanceTimersByTimeAsync(7 * stage.pace + FRAMES);
  expect([stage.notice?.after, stage.gains]).toEqual([next, []]);
  await vi.advanceTimersByTimeAsync(BANNER);
  const [gray, red] = stage.gains;
  expect(stage.gains.map(({ agent, n }) => `${agent} ${n}`)).toEqual(["gray 3", "red 7"]);
  expect([gray!.after, red!.after]).toEqual([0, gray!.ms]);
  expect(stage.count?.map(({ gray, red }) => [gray, red])).toEqual([[1, 0], [2, 0], [3, 0], [3, 2], [3, 5], [3, 7]]);
  expect(stage.points).toBe(before);
  await vi.advanceTimersByTimeAsync(2 * gray!.ms + FRAMES);
  endsAs(stage, next);
});

test("who is behind hurries", async () => {
  const [slow, quick] = [new Stage(picture()), new Stage(picture())];
  const next = picture({ at: { red: 3 } });
  slow.see(next, ["1: move red 3"], false);
  quick.see(next, ["1: move red 3"], false, 0.45);
  await vi.advanceTimersByTimeAsync(400);
  expect([slow.playing, quick.playing]).toEqual([true, false]);
  slow.close();
});

test("of several moves that came as one, each agent goes where it stands now", async () => {
  const stage = new Stage(picture());
  const next = picture({ at: { red: 3 } });
  stage.see(next, ["1: move red 1", "2: move red 2"], false);
  await vi.advanceTimersByTimeAsync(1);
  expect(stage.walk?.map((at) => at.red)).toEqual([1, 2, 3]);
  stage.close();
});

test("a scoring of all seven takes a few seconds at most", async () => {
  const many = Object.fromEntries(["gray", "red", "green", "blue", "violet"].map((agent, i) => [agent, 10 - i]));
  const stage = new Stage(picture());
  stage.see(picture({ points: many }), ["1: move red 1"], false);
  await vi.advanceTimersByTimeAsync(4000);
  expect(stage.playing).toBe(false);
});

test("a tap goes straight to the end", async () => {
  const stage = new Stage(picture());
  const next = picture({ at: { red: 4 }, points: { red: 4 }, safe: 2 });
  stage.see(next, ["1: move red 4", "roll 3"], false);
  await vi.advanceTimersByTimeAsync(100);
  expect(stage.playing).toBe(true);
  stage.finish();
  endsAs(stage, next);
  await vi.advanceTimersByTimeAsync(5000);
  endsAs(stage, next);
});

test("a burst of news ends as the newest picture, and soon", async () => {
  const stage = new Stage(picture());
  let last = picture();
  for (let i = 1; i <= 30; i++) {
    last = picture({ at: { red: i % 12 }, points: { red: i }, safe: (i * 5) % 12, turn: i, roll: String((i % 6) + 1) });
    stage.see(last, [`1: move red 1`, `roll ${(i % 6) + 1}`], false);
    if (i % 7 === 0) await vi.advanceTimersByTimeAsync(30);
  }
  await vi.advanceTimersByTimeAsync(7000);
  endsAs(stage, last);
});

test("without motion everything is there at once", () => {
  const stage = new Stage(picture());
  const next = picture({ at: { red: 4 }, points: { red: 4 }, safe: 2, roll: "6" });
  stage.see(next, ["1: move red 4", "roll 6"], true);
  endsAs(stage, next);
});

test("what was decided here is not walked again, and comes back if it is refused", async () => {
  const stage = new Stage(picture());
  stage.anticipate({ at: { ...picture().at, red: 4 } });
  const next = picture({ at: { red: 4 } });
  stage.see(next, ["1: move red 4"], false);
  expect(stage.shown.at.red).toBe(4);
  await vi.advanceTimersByTimeAsync(10);
  endsAs(stage, next);
  stage.anticipate({ safe: 1 });
  stage.revert();
  endsAs(stage, next);
});

test("a picture that looks the same disturbs nothing that was anticipated", () => {
  const stage = new Stage(picture());
  stage.anticipate({ safe: 3 });
  stage.see(picture({ turn: 3 }), ["2: no"], false);
  expect(stage.shown.safe).toBe(3);
});

test("cards and scorings are announced for a while; recent news are kept", async () => {
  const stage = new Stage(picture());
  const next = picture({ at: { red: 11 }, phase: "cards" });
  stage.see(next, ["2: play to-ruins red"], false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(stage.notice?.after).toBe(next);
  expect([...stage.touched]).toEqual(["red"]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(stage.notice).toBeNull();
  expect(stage.touched.size).toBe(0);
  expect(stage.recent).toHaveLength(1);
  for (let i = 0; i < 5; i++) stage.see(picture({ turn: 10 + i, at: { red: i } }), ["1: move red 1"], true);
  expect(stage.recent).toHaveLength(3);
  stage.close();
  expect(vi.getTimerCount()).toBe(0);
});

test("all who move walk at once, each until it has arrived", () => {
  expect(walkTo({ red: 0, blue: 5, gray: 2 }, { red: 2, blue: 6, gray: 2 }, null)).toEqual([
    { red: 1, blue: 6, gray: 2 },
    { red: 2, blue: 6, gray: 2 },
  ]);
  expect(walkTo({ red: 0 }, { red: 0 }, null)).toEqual([]);
});

test("markers are counted one after the other, in a few stops each; who gains nothing stays", () => {
  const { gains, beats, pace } = count({ red: 2, blue: 5, gray: 1 }, { red: 8, blue: 5, gray: 0 }, 300);
  expect(gains).toEqual([
    { agent: "red", n: 6, after: 0, ms: 300, whole: 600 },
    { agent: "gray", n: -1, after: 300, ms: 300, whole: 600 },
  ]);
  expect(beats.map(({ red, gray }) => [red, gray])).toEqual([[4, 1], [6, 1], [8, 1], [8, 1], [8, 0], [8, 0]]);
  expect(pace).toBe(100);
});

test("near places are walked to, forward or back; far ones are jumped to", () => {
  expect(way(10, 1, 3)).toEqual([11, 0, 1]);
  expect(way(0, 0, 12)).toHaveLength(12);
  expect(way(3, 5)).toEqual([4, 5]);
  expect(way(0, 10)).toEqual([11, 10]);
  expect(way(1, 7)).toEqual([7]);
  expect(way(4, 4)).toEqual([]);
});

test("a banner says who cracked the safe, and goes before the next one rolls", async () => {
  const stage = new Stage(picture());
  stage.see(picture({ at: { red: 7 }, turn: 2 }), ["3: move red 7"], true);
  const next = picture({ at: { red: 7 }, points: { red: 7 }, scorings: 1, seat: 1, roll: "2", turn: 3 });
  stage.see(next, ["answers none", "roll 2"], false);
  const seen: [boolean, boolean][] = [];
  const watch = setInterval(() => seen.push([stage.notice !== null, stage.tumbling > 0]), 10);
  await vi.advanceTimersByTimeAsync(300);
  expect(stage.notice?.actor).toBe(2); // who moved, though that was told before
  await vi.advanceTimersByTimeAsync(6000);
  clearInterval(watch);
  expect(seen.filter(([banner, rolls]) => banner && rolls)).toEqual([]);
  expect(seen.filter(([banner]) => banner).length).toBeGreaterThan(150); // it could be read
  expect([stage.notice, stage.playing]).toEqual([null, false]);
});

test("a banner goes when the next thing happens, however soon", () => {
  const stage = new Stage(picture());
  stage.see(picture({ turn: 2, at: { red: 11 } }), ["2: play to-ruins red"], true);
  expect(stage.notice).not.toBeNull();
  stage.see(picture({ turn: 3, at: { red: 1 } }), ["3: move red 2"], true);
  expect(stage.notice).toBeNull();
});

test.each([
  ["goes by itself", ["1: move red 7"], 4300],
  ["goes when it was read, if the next turn has begun", ["1: move red 7", "roll 3"], 1800],
])("without motion, the banner of a scoring %s", async (_, events, ms) => {
  const stage = new Stage(picture());
  const next = picture({ at: { red: 7 }, points: { red: 7 }, roll: "3", phase: "safe", scorings: 1 });
  stage.see(next, events, true);
  endsAs(stage, next);
  expect(stage.notice?.after).toEqual(next);
  await vi.advanceTimersByTimeAsync(1600);
  expect(stage.notice?.after).toEqual(next);
  await vi.advanceTimersByTimeAsync(ms - 1600);
  expect(stage.notice).toBeNull();
  stage.close();
});
