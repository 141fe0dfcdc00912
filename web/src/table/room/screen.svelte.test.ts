import { flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import { changing } from "../../boards/testing/changing.svelte";
import type { Part } from "../../boards/contract";
import type { Known } from "../messages/model";
import { Screen, type Surroundings } from "./screen.svelte";

const QUESTION = [{ kind: "words" }] as unknown as readonly Part[];
let end = (): void => {};

afterEach(() => end());

const MOVE = { turn: 1, seat: 0, phase: "move" };
const ALL_ARE_ASKED = { ...MOVE, phase: "ask", together: true, awaited: [0, 1, 2] };
const NEXT_TURN = { ...MOVE, turn: 2, seat: 1 };

/** What somebody knows: what the game is at, and whether they are asked. */
const known = (game: object, asked: boolean): Known =>
  ({ picture: { table: { stage: "playing" }, game }, offer: asked ? QUESTION : [] }) as unknown as Known;

/** A screen that seats 0 and 2 share, and what each pair of eyes there knows. */
function share() {
  const eyes = changing<Record<string, { known: Known }>>({
    "0": { known: known(MOVE, true) },
    "2": { known: known(MOVE, false) },
    open: { known: known(MOVE, false) },
  });
  const room = {
    mine: () => [0, 2],
    known: () => eyes.open!.known,
    follower: (seat: number | null) => eyes[seat ?? "open"],
  };
  let screen!: Screen;
  end = $effect.root(() => {
    screen = new Screen(room as unknown as Surroundings);
  });
  flushSync();
  screen.uncover(0);
  screen.passOn();
  /** These eyes learn of the next update, and the screen is told. */
  const learn = (who: string, game: object, asked: boolean): void => {
    eyes[who] = { known: known(game, asked) };
    flushSync();
    screen.passOn();
  };
  return { screen, learn };
}

test.each([
  ["0", "2", "open"],
  ["0", "open", "2"],
  ["open", "0", "2"],
  ["2", "open", "0"],
])("when all are asked, whoever has just decided keeps the screen, in whatever order it becomes known: %s, %s, %s", (...order) => {
  const { screen, learn } = share();
  for (const who of order) {
    learn(who, ALL_ARE_ASKED, false); // none of them can say yes, so the server says no for them
    expect(screen.shown).toBe(0);
  }
  expect(screen.waiting).toEqual([0, 2]);
  expect(screen.mute).toBe(true);
  expect(screen.curtain).toBeNull();
});

test("a question to all that is over when the last of them learns of it is asked all the same", () => {
  const { screen, learn } = share();
  learn("open", ALL_ARE_ASKED, false);
  learn("open", NEXT_TURN, false);
  learn("0", NEXT_TURN, false);
  learn("2", NEXT_TURN, false);
  expect(screen.shown).toBe(0);
  expect(screen.waiting).toEqual([0, 2]);
});

test("when nobody here is asked, nobody looks; when the other one is asked, the screen is to be given to them", () => {
  const { screen, learn } = share();
  learn("0", NEXT_TURN, false);
  learn("2", NEXT_TURN, true);
  expect(screen.shown).toBe(0);
  learn("open", NEXT_TURN, false);
  expect(screen.shown).toBeNull();
  expect(screen.curtain).toBe(2);
});
