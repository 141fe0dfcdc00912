import { expect, test } from "vitest";
import { boardOf } from "./kept-board";

type Wanted = Parameters<typeof boardOf>[0];
const room = (change: Record<string, unknown> = {}, stage = "playing"): Wanted =>
  ({
    known: { n: 3, picture: { table: { stage }, game: {} }, log: Array.from({ length: 50 }, (_, id) => ({ id })), chat: [{ text: "psst" }] },
    mine: [1],
    seat: 1,
    person: 2,
    lost: false,
    trouble: "",
    ...change,
  }) as unknown as Wanted;

test("of one's own seat the picture and the last lines are kept, and no chat", () => {
  const kept = boardOf(room())!;
  expect(kept).toMatchObject({ seat: 1, person: 2 });
  expect(kept.log.at(-1)).toEqual({ id: 49 });
  expect(kept.log.length).toBeLessThan(20);
  expect(JSON.stringify(kept)).not.toContain("psst");
});

test.each([
  ["several at one screen", { mine: [0, 1] }],
  ["somebody who looks on", { mine: [], seat: null }],
  ["another seat's eyes", { seat: 0 }],
  ["a lost connection: it may be somebody else's by now", { lost: true }],
  ["a table that one was sent away from", { trouble: "kicked" }],
  ["nothing yet", { known: null }],
])("nothing is kept of %s", (_, change) => {
  expect(boardOf(room(change))).toBeNull();
});

test("nothing is kept of a game that has not begun, or is over", () => {
  for (const stage of ["waiting", "over", "ended", "closed"]) expect(boardOf(room({}, stage))).toBeNull();
});
