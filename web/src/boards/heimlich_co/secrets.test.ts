// What only one seat may know, and the end, when everybody knows it.

import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Part } from "../contract";
import { isOff } from "../testing/off";
import type { Result } from "./picture";
import { all, button, clear, show, tap, text } from "./mounted";
import { picture } from "./pictures";

afterEach(clear);

const CARDS = { hands: [2, 1, 3], supply: 12, discards: { "to-safe": 2 }, yes: [0, 2], at: 0 };

const BALLOT = (agents: string[]): Part => ({
  kind: "ballot",
  verb: "name",
  questions: agents.map((name) => [name, ["2", "3", "free"]]),
});

test("a dossier is filled freely and handed in answer by answer", async () => {
  const dossier = { from: 29, halts: 1, written: [0, 0, 1] };
  const game = picture({ phase: "dossier", dossier, own: { agents: ["red"] } });
  const { props, sent } = show(game, [BALLOT(["gray", "blue"])]);
  const answer = (name: string): void => {
    (document.querySelector(`input[aria-label="${name}"]`) as HTMLInputElement).click();
    flushSync();
  };
  answer("Gray: Bob");
  expect(isOff(button(/Seal/))).toBe(true);
  tap(button(/Seal/));
  expect(sent).toEqual([]);
  answer("Blue: Chris");
  answer("Gray: nobody");
  tap(button(/Seal/));
  expect(sent).toEqual(["name gray free"]);
  await Promise.resolve();
  props.game = picture({ phase: "dossier", dossier, own: { agents: ["red"], draft: { gray: "free" } } }) as never;
  props.offer = [BALLOT(["blue"])];
  flushSync();
  await vi.waitFor(() => expect(sent).toEqual(["name gray free", "name blue 3"]));
  props.offer = [];
  props.game = picture({
    phase: "dossier",
    dossier,
    own: { agents: ["red"], dossier: { gray: "free", blue: "3" } },
  }) as never;
  flushSync();
  expect(text()).toContain("Your dossier is sealed.");
  expect(text()).toContain("Still writing: Anna and Bob.");
});

test("what one seat noted is gone when other eyes look", () => {
  const game = picture({
    phase: "dossier",
    dossier: { from: 29, halts: 1, written: [0, 0, 0] },
    own: { agents: ["red"] },
  });
  const { props } = show(game, [BALLOT(["gray", "blue"])]);
  (document.querySelector('input[aria-label="Gray: Bob"]') as HTMLInputElement).click();
  flushSync();
  props.seat = 1;
  flushSync();
  expect(all("input:checked")).toHaveLength(0);
});

test("one's own agent shows only while one may look", () => {
  const { props } = show(picture({ own: { agents: ["red"] } }));
  expect(all(".own")).toHaveLength(0);
  props.peek = true;
  flushSync();
  expect(all(".own")).toHaveLength(1);
});

test("who looks on sees no hand and no controls", () => {
  show(picture({ phase: "cards", cards: CARDS }), [], { seat: null });
  expect(all("rect[role=button]")).toHaveLength(0);
  expect(text()).not.toContain("Your cards");
  expect(text()).not.toContain("You have no cards");
  expect(text()).toContain("Anna");
});

const RESULT: Result = {
  winners: [1],
  shares: [0, 1, 0],
  ending: "one-winner",
  agents: [["red"], ["blue"], ["gray"]],
  dossiers: [{ blue: "2", gray: "2", green: "free", violet: "free" }, {}, {}],
  dossier_points: [15, 0, 0],
};
const NAMES = () => all(".name text").map((node) => node.textContent);

test("the board shows who was who when that was told, and no dossier's points before", async () => {
  const { props } = show(picture({ phase: "over", points: { blue: 44, red: 40 }, result: RESULT }));
  const red = () => all(".roster li").find((row) => row.textContent?.includes("Red"))?.textContent;
  expect(NAMES()).toEqual([]);
  expect(red()).toContain("25");
  props.unmasked = true;
  flushSync();
  await vi.waitFor(() => expect(red()).toContain("40"));
  expect(NAMES()).toEqual(["Chris", "Anna", "Bob"]); // nobody stands behind the others
});

test("who has no card left does not want to play one", () => {
  show(picture({ phase: "cards", cards: { ...CARDS, hands: [2, 1, 0] } }));
  expect(text()).not.toContain("wants to play");
});
