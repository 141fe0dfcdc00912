// What can be tapped follows from the offer, and what is sent is notation.

import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Part } from "../contract";
import { agent, all, button, clear, place, press, show, tap, text } from "./mounted";
import { hurry } from "../../pace/slices";
import { picture } from "./pictures";
import { isOff } from "../testing/off";

afterEach(clear);

const OVER = ["gray", "red", "green", "blue", "violet"];
const MOVE: Part = { kind: "distribute", verb: "move", totals: [4], over: OVER, most: 5 };

test("a move is tapped together, can be taken back, and is sent only when whole", () => {
  const { sent } = show(picture(), [MOVE]);
  expect(isOff(button(/^Move$/))).toBe(true);
  tap(agent("red"));
  tap(agent("red"));
  tap(agent("blue"));
  expect(agent("red").getAttribute("aria-label")).toBe("Red, house 2, 0 points; 2 steps taken");
  expect(text()).toContain("1 step to spend.");
  expect(isOff(button(/^Move$/))).toBe(true);
  tap(all("button[aria-label^='Take back one of Red’s 2 steps']")[0]!);
  expect(agent("red").getAttribute("aria-label")).toContain("house 1");
  tap(button(/^Reset$/));
  expect(text()).toContain("Tap an agent");
  for (const name of ["red", "blue", "blue", "violet"]) tap(agent(name));
  expect(isOff(button(/^Move$/))).toBe(false);
  tap(agent("gray"));
  tap(button(/^Move$/));
  expect(sent).toEqual(["move red 1 blue 2 violet 1"]);
});

test("keys alone make a move: arrows spend, Escape resets, Enter confirms", () => {
  const { sent } = show(picture(), [MOVE]);
  press(agent("green"), "ArrowRight");
  press(agent("green"), "+");
  press(agent("green"), "ArrowLeft");
  expect(agent("green").getAttribute("aria-label")).toContain("1 step taken");
  press(agent("green"), "Escape");
  expect(agent("green").getAttribute("aria-label")).not.toContain("taken");
  for (let i = 0; i < 4; i++) press(agent("green"), i % 2 ? " " : "Enter");
  expect(sent).toEqual([]);
  press(agent("green"), "Enter");
  expect(sent).toEqual(["move green 4"]);
});

test("where the selected agent can land is shown with its price, and can be tapped", () => {
  const { sent } = show(picture({ at: { red: 10 } }), [MOVE]);
  tap(agent("red"));
  hurry(); // where it can land is drawn bit by bit
  const costs = all(".cost text").map((node) => node.textContent);
  expect(costs.toSorted()).toEqual(["1", "2", "3", "4"]);
  tap(
    all(".open")
      .find((spot) => spot.querySelector(".cost")?.textContent === "4")!
      .querySelector(".hit")!,
  );
  tap(button(/^Move$/));
  expect(sent).toEqual(["move red 4"]);
});

test("one agent takes it all, or nobody is moved, where the offer says so", () => {
  const { sent } = show(picture({ roll: "5" }), [{ ...MOVE, totals: [0, 5], most: 1 } as Part]);
  tap(agent("red"));
  expect(agent("red").getAttribute("aria-label")).toContain("5 steps taken");
  tap(agent("blue"));
  expect(agent("red").getAttribute("aria-label")).not.toContain("taken");
  expect(isOff(button(/^Move nobody$/))).toBe(true);
  tap(button(/^Reset$/));
  tap(button(/^Move nobody$/));
  expect(sent).toEqual(["move nothing"]);
});

test("the safe goes only where it may", () => {
  const { sent } = show(picture({ phase: "safe", at: { red: 3 } }), [
    { kind: "pick", verb: "safe", options: ["church", "3", "ruins"] },
  ]);
  expect(all("rect[role=button]:not([aria-disabled])")).toHaveLength(3);
  expect(all("[role=button][aria-disabled]").map((one) => one.getAttribute("data-why"))).toContain("safe 7"); // it says why
  expect(place("house 3").getAttribute("aria-label")).toBe("house 3; here: Red");
  tap(place("the ruins"));
  expect(text()).toContain("The safe → the ruins.");
  press(place("the ruins"), "Enter");
  expect(sent).toEqual(["safe ruins"]);
});

const CARDS = { hands: [2, 1, 3], supply: 12, discards: { "to-safe": 2 }, yes: [0, 2], at: 0 };
const HAND = { agents: ["red"], hand: ["to-ruins", "back-one-or-two"] };

test("a card is chosen, then its targets on the board, then its way", () => {
  const game = picture({ phase: "cards", at: { red: 1, blue: 4 }, cards: CARDS, own: HAND });
  const back: Part = {
    kind: "targets",
    verb: "play",
    item: "back-one-or-two",
    groups: OVER.map((name) => [name]),
    picks: [1],
    ordered: false,
    amounts: ["-1", "-2"],
  };
  const { sent } = show(game, [{ kind: "say", words: ["pass"] }, back]);
  expect(all("rect[role=button]")).toHaveLength(0);
  expect(button(/To the ruins/)).toBeUndefined(); // it cannot be played
  tap(button(/Back one or two/));
  tap(agent("red"));
  expect(isOff(button(/^Play$/))).toBe(true);
  tap(place("the ruins")); // two back from house 1
  expect(text()).toContain("Red → the ruins.");
  tap(button(/^Play$/));
  expect(sent).toEqual(["play back-one-or-two red -2"]);
  expect(text()).toContain("3 cards, wants to play");
  expect(text()).toContain("Played so far: 2 cards");
});

test("who joins whom is asked in order", () => {
  const join: Part = {
    kind: "targets",
    verb: "play",
    item: "join-agent",
    groups: [["gray", "green"], ["red"]],
    picks: [2],
    ordered: true,
    amounts: [],
  };
  const own = { agents: ["red"], hand: ["join-agent"] };
  const { sent } = show(picture({ phase: "cards", at: { red: 5 }, cards: { ...CARDS, must_play: true }, own }), [join]);
  tap(button(/Join an agent/));
  expect(text()).toContain("Who moves?");
  tap(agent("red"));
  expect(text()).toContain("And to whom?");
  tap(agent("green"));
  tap(button(/^Play$/));
  expect(sent).toEqual(["play join-agent red green"]);
});

test("the question for a card is put the same way to who cannot play any", async () => {
  const game = picture({ phase: "ask", cards: CARDS, own: HAND });
  const { sent } = show(game, [{ kind: "say", words: ["yes", "no"] }]);
  expect(text()).toContain("Do you want to play a card after this move?");
  tap(button(/^\s*Yes/));
  expect(sent).toEqual(["yes"]);
  await clear();
  show(game, [{ kind: "say", words: ["no"] }]);
  expect(text()).toContain("Do you want to play a card after this move?");
  expect(text()).toContain("so your answer is no");
  expect(button(/^\s*Yes/)).toBeUndefined();
});

test("what an entry of the log is about glows", () => {
  const { props } = show(picture());
  expect(all(".glow")).toHaveLength(0);
  props.highlight = new Set(["red", "7"]);
  flushSync();
  expect(all(".glow")).toHaveLength(2);
});

test("a refusal is told, and everything stands as before", async () => {
  const { props } = show(picture(), [MOVE], { act: () => Promise.reject(new Error("the roll is 5")) });
  press(agent("red"), "+");
  for (let i = 0; i < 3; i++) press(agent("red"), "+");
  tap(button(/^Move$/));
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")?.textContent).toBe("the roll is 5"));
  expect(props.offer).toHaveLength(1);
  expect(isOff(button(/^Move$/))).toBe(false);
});

test("points below 0 and past the end are written on the marker", () => {
  show(picture({ points: { red: -4, blue: 51 } }));
  expect(
    all(".tag text")
      .map((node) => node.textContent)
      .toSorted(),
  ).toEqual(["51", "−4"].toSorted());
});
