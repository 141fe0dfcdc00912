import { describe, expect, test } from "vitest";
import {
  type Aim,
  begin,
  candidates,
  isAimed,
  isOpen,
  playAction,
  setAmount,
  type Targets,
  toggle,
} from "./targets";
import { spell } from "./spell";

const part = (item: string, groups: string[][], more: Partial<Targets> = {}): Targets => ({
  kind: "targets",
  verb: "play",
  item,
  groups,
  picks: [1],
  ordered: false,
  amounts: [],
  ...more,
});
const each = (...words: string[]): string[][] => words.map((word) => [word]);

const CARDS: Targets[] = [
  part("to-ruins", each("gray", "red", "blue")),
  part("back-one-or-two", each("gray", "red"), { amounts: ["-1", "-2"] }),
  part("one-to-three", each("gray", "red"), { amounts: ["+1", "+2", "+3"] }),
  part("two-back", each("gray", "red", "blue"), { picks: [2] }),
  part("two-markers", each("gray", "red"), { picks: [2] }),
  part("trade-places", [["gray", "red"], ["blue"], ["violet"]], { picks: [2] }),
  part("join-agent", [["gray", "red"], ["blue"]], { picks: [2], ordered: true }),
  part("ruins-to-church", each("gray", "red", "blue"), { picks: [1, 2] }),
  part("ruins-to-church", each("gray")),
  part("all-to-church", [], { picks: [0] }),
  part("double-agent", [], { picks: [0] }),
  part("move-safe", each("church", "1", "2", "ruins")),
  part("leave-safe", each("red"), { amounts: ["-1", "+1"] }),
];

function reachable(card: Targets): Aim[] {
  const seen = new Map<string, Aim>();
  const open: Aim[] = [begin(card)];
  while (open.length) {
    const aim = open.pop()!;
    const key = JSON.stringify(aim);
    if (seen.has(key)) continue;
    seen.set(key, aim);
    open.push(
      ...candidates(card).map((word) => toggle(card, aim, word)),
      ...card.amounts.map((n) => setAmount(card, aim, n)),
    );
  }
  return [...seen.values()];
}

describe.each(CARDS)("$item with $groups.length groups", (card) => {
  test("whatever may be played is offered, and everything offered can be chosen", () => {
    const ready = reachable(card).filter((aim) => isAimed(card, aim));
    expect(new Set(ready.map((aim) => playAction(card, aim)))).toEqual(spell(card));
  });
});

test("what leaves no choice is chosen at once", () => {
  expect(begin(CARDS[8]!).chosen).toEqual(["gray"]);
  expect(isAimed(CARDS[9]!, begin(CARDS[9]!))).toBe(true);
  expect(begin(CARDS[6]!).chosen).toEqual([]);
});

test("another one of the same building takes the place of the first", () => {
  const trade = CARDS[5]!;
  const aim = toggle(trade, toggle(trade, begin(trade), "gray"), "blue");
  expect(toggle(trade, aim, "red").chosen).toEqual(["red", "blue"]);
  expect(toggle(trade, aim, "violet").chosen).toEqual(["gray", "violet"]);
  expect(toggle(trade, aim, "gray").chosen).toEqual(["blue"]);
  expect(isOpen(trade, { ...aim, chosen: ["gray"] }, "red")).toBe(false);
  expect(isOpen(trade, { ...aim, chosen: ["gray"] }, "violet")).toBe(true);
});

test("a word that is not offered changes nothing", () => {
  const ruins = CARDS[0]!;
  expect(toggle(ruins, begin(ruins), "violet")).toEqual(begin(ruins));
  expect(setAmount(ruins, begin(ruins), "+1").amount).toBeNull();
});
