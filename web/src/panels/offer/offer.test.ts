// The form for offers, used as a player would: every kind of part, and nothing but legal actions.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Part } from "../../boards/contract";
import { hurry } from "../../pace/slices";
import { speak } from "../../words/language/language.svelte";
import Offer from "./Offer.svelte";
import { factsOf } from "../../boards/registry";
import { isOff } from "../../boards/testing/off";

beforeAll(() => speak("en"));

let mounted: Record<string, unknown> | undefined;
let acted: string[] = [];

/** All that is due is done, also what comes bit by bit. */
function settle(): void {
  flushSync();
  hurry();
  flushSync();
}

function show(offer: readonly Part[], game = "heimlich-co", refuse = "", more: object = {}): HTMLElement {
  acted = [];
  const words = factsOf(game).vocabulary({
    game,
    picture: { phase: "move", turn: 1, seat: 0, colours: ["red", "green"], at: { "0-3": "berlin" }, loads: {}, ...more },
    seat: 0,
    names: ["Anna", "Bob", "Cleo"],
  });
  const act = (action: string): Promise<void> => {
    acted.push(action);
    return refuse ? Promise.reject(new Error(refuse)) : Promise.resolve();
  };
  mounted = mount(Offer, { target: document.body, props: { offer, words, busy: false, act } });
  settle();
  return document.body;
}

afterEach(async () => {
  if (mounted) await unmount(mounted);
  document.body.innerHTML = "";
});

function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent?.trim()) === name,
  );
  if (!found) throw new Error(`no button '${name}'`);
  return found;
}

function press(name: string): void {
  button(name).click();
  settle();
}

function choose(label: string): void {
  const found = [...document.querySelectorAll("label")].find((one) => one.textContent?.includes(label));
  found!.querySelector("input")!.click();
  settle();
}

test("words are buttons", () => {
  show([{ kind: "say", words: ["yes", "no"] }]);
  press("No card this time");
  expect(acted).toEqual(["no"]);
});

test("points are spread, and only a whole total can be confirmed", () => {
  show([{ kind: "distribute", verb: "move", totals: [3], over: ["red", "blue"], most: 2 }]);
  expect(isOff(button("Confirm"))).toBe(true);
  press("One more step for Red");
  press("One more step for Blue");
  expect(isOff(button("Confirm"))).toBe(true);
  press("One more step for Blue");
  expect(isOff(button("One more step for Red"))).toBe(true);
  press("Confirm");
  expect(acted).toEqual(["move red 1 blue 2"]);
});

test("all points back, and where nothing may be spent, nothing is said", () => {
  show([{ kind: "distribute", verb: "move", totals: [0, 1], over: ["red", "blue"], most: 2 }]);
  press("One more step for Red");
  press("Reset");
  press("Confirm");
  expect(acted).toEqual(["move nothing"]);
});

test("one agent takes the whole roll where that is the rule", () => {
  show([{ kind: "distribute", verb: "move", totals: [2], over: ["red", "blue"], most: 1 }]);
  press("One more step for Red");
  expect(isOff(button("One more step for Blue"))).toBe(true);
});

test("a place is picked", () => {
  show([{ kind: "pick", verb: "safe", options: ["church", "7"] }]);
  choose("house 7");
  press("Confirm: Where does the safe go?");
  expect(acted).toEqual(["safe 7"]);
});

const targets = (item: string, more: Partial<Extract<Part, { kind: "targets" }>>): Part => ({
  kind: "targets",
  verb: "play",
  item,
  groups: [["red"], ["blue"], ["green"]],
  picks: [1],
  ordered: false,
  amounts: [],
  ...more,
});

test("a card, its target and how far; what was aimed with another card is forgotten", () => {
  show([
    targets("one-either-way", { amounts: ["-1", "+1"] }),
    targets("to-ruins", {}),
    { kind: "say", words: ["pass"] },
  ]);
  choose("One either way");
  choose("Blue");
  expect(isOff(button("Confirm: Play a card"))).toBe(true);
  choose("1 back");
  choose("To the ruins");
  expect(isOff(button("Confirm: Play a card"))).toBe(true);
  choose("One either way");
  choose("Green");
  choose("1 forward");
  press("Confirm: Play a card");
  expect(acted).toEqual(["play one-either-way green +1"]);
});

test("two of different groups, said in the order of the groups", () => {
  show([targets("trade-places", { groups: [["red", "blue"], ["green"]], picks: [2] })]);
  choose("Green");
  choose("Blue");
  press("Confirm: Play a card");
  expect(acted).toEqual(["play trade-places blue green"]);
});

test("two with different parts to play, said in the order in which they were chosen", () => {
  show([targets("join-agent", { groups: [["red", "blue"], ["green"]], picks: [2], ordered: true })]);
  const radios = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")];
  radios()[2]!.click(); // green goes …
  settle();
  expect(radios()[5]!.disabled).toBe(true);
  radios()[3]!.click(); // … to red
  settle();
  press("Confirm: Play a card");
  expect(acted).toEqual(["play join-agent green red"]);
});

test("the first question of a ballot is asked, by the names of the seats", () => {
  show([
    {
      kind: "ballot",
      verb: "name",
      questions: [
        ["red", ["2", "3", "free"]],
        ["blue", ["2", "3", "free"]],
      ],
    },
  ]);
  expect(document.body.textContent).toContain("Who is Red?");
  choose("Bob");
  press("Confirm");
  expect(acted).toEqual(["name red 2"]);
});

test("agents of the suitcase game are told with where they stand", () => {
  show(
    [
      {
        kind: "targets",
        verb: "step",
        item: "3",
        groups: [["prague", "warsaw"]],
        picks: [1],
        ordered: false,
        amounts: [],
      },
    ],
    "suitcases",
  );
  expect(document.body.textContent).toContain("Berlin");
  choose("Warsaw");
  press("Confirm: Take a step");
  expect(acted).toEqual(["step 3 warsaw"]);
});

test("what is refused is said", async () => {
  show([{ kind: "say", words: ["pass"] }], "heimlich-co", "The table has moved on.");
  press("Pass");
  await Promise.resolve();
  await Promise.resolve();
  settle();
  expect(document.querySelector("[role=alert]")?.textContent).toBe("The table has moved on.");
});

test("where a step leads is told before it is confirmed", () => {
  const part: Part = { kind: "distribute", verb: "move", totals: [2], over: ["red", "blue"], most: 2 };
  show([part], "heimlich-co", "", { at: { red: 9, blue: 0 } });
  const told = (): string[] => [...document.querySelectorAll(".leads")].map((one) => one.textContent ?? "");
  expect(told()).toEqual(["house 9", "the church"]);
  press("One more step for Red");
  press("One more step for Red");
  expect(told()).toEqual(["house 9 → the ruins", "the church"]);
});

test("what waits in a city is told with it", () => {
  const part: Part = {
    kind: "targets", verb: "step", item: "3", groups: [["berlin", "oslo"]], picks: [1], ordered: false, amounts: [],
  };
  const at = { "0-3": "prague", "1-1": "oslo" };
  show([part], "suitcases", "", { at, lying: { "red-A": "berlin", "green-B": "oslo" } });
  const told = [...document.querySelectorAll(".tile")].map((one) => one.textContent?.trim());
  expect(told).toEqual(["BerlinThere: Red’s suitcase A", "OsloA duel with Green 1 · There: Green’s suitcase B"]);
});
