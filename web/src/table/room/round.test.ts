import { expect, test } from "vitest";
import type { GamePicture } from "../messages/model";
import { sayInRound, skipInRound, startRound } from "./round";

const game = (phase: string, turn: number): GamePicture => ({ phase, turn, seat: 0, together: phase === "ask" });

test("all at the screen are asked once for each question, in the order of the seats", () => {
  const round = startRound(null, game("ask", 3), [0, 2])!;
  expect(round.waiting).toEqual([0, 2]);
  const after = sayInRound(round, 0, "yes");
  expect(after.waiting).toEqual([2]);
  expect(startRound(after, game("ask", 3), [0, 2])).toBe(after);
  expect(startRound(after, game("cards", 3), [0])).toBe(after); // it is walked to its end, whatever happens meanwhile
  expect(startRound(after, game("ask", 4), [0])!.waiting).toEqual([0]);
});

test("nothing begins while something else is asked", () => {
  expect(startRound(null, game("move", 1), [0])).toBeNull();
});

test("what was said is kept until the last one has been asked; who was mute has said nothing", () => {
  let round = startRound(null, game("ask", 1), [0, 1, 2])!;
  round = sayInRound(round, 1, "no");
  round = skipInRound(round, 0);
  round = sayInRound(round, 2, "yes");
  expect(round.waiting).toEqual([]);
  expect([...round.said]).toEqual([
    [1, "no"],
    [2, "yes"],
  ]);
});
