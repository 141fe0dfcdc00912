import { expect, test } from "vitest";
import { isOffered, spokesman } from "./offers";
import type { Part } from "../../contract";
import type { Agent } from "../picture";

test("what is not offered is not", () => {
  const offer: Part[] = [
    { kind: "say", words: ["end"] },
    { kind: "targets", verb: "step", item: "1", groups: [["vienna"]], picks: [1], ordered: false, amounts: [] },
    { kind: "ballot", verb: "pack", questions: [["A", ["5"]], ["B", ["5"]]] },
  ];
  for (const action of ["end", "step 1 vienna", "pack A 5"]) expect(isOffered(offer, action)).toBe(true);
  for (const action of [
    "step 1 atlantis",
    "step 2 vienna",
    "step 1",
    "step",
    "roll",
    "duel 3",
    "end now",
    "pack B 5",
    "",
  ]) {
    expect(isOffered(offer, action)).toBe(false);
  }
});

test("of agents that are alike the one that is offered speaks for the others", () => {
  const agent = (number: number, place: string, load: string | null = null, speaker = number): Agent => ({
    id: `0-${number}`,
    seat: 0,
    number,
    colour: "red",
    place,
    load,
    speaker,
  });
  const own = [agent(1, "a"), agent(2, "a", null, 1), agent(3, "a", "red-A"), agent(4, "b")];
  const named = new Set([1, 3]);
  expect(own.map(({ number }) => spokesman(named, own, number))).toEqual([1, 1, 3, null]);
  expect(spokesman(named, own, 9)).toBe(null);
});
