import { expect, test } from "vitest";
import { readEvent } from "./events";
import type { Result } from "../picture";
import { isRight, unmask } from "../scores/finale";
import { type Episode, isScoring, tell } from "./telling";
import { Words } from "../words";
import { picture } from "../pictures";
import { say, seats } from "../../testing/voice";

const words = new Words(() => ({ say, seats: seats(3) }));
const episode = (after: ReturnType<typeof picture>, ...events: string[]): Episode => ({
  before: picture({ points: { red: 5 } }),
  after,
  events: events.map(readEvent),
});

test("events are read, seats from 0", () => {
  expect(readEvent("2: move red 2 blue 3")).toEqual({ kind: "move", seat: 1, steps: { red: 2, blue: 3 } });
  expect(readEvent("1: move nothing")).toEqual({ kind: "move", seat: 0, steps: {} });
  expect(readEvent("roll 1-3")).toEqual({ kind: "roll", face: "1-3" });
  expect(readEvent("3: safe ruins")).toEqual({ kind: "safe", seat: 2, place: "ruins" });
  expect(readEvent("1: play back-one-or-two red -2")).toEqual({
    kind: "play",
    seat: 0,
    card: "back-one-or-two",
    targets: ["red", "-2"],
  });
  expect(readEvent("card 2 ?")).toEqual({ kind: "draw", seat: 1 });
  expect(readEvent("answers none")).toEqual({ kind: "answers", seats: [] });
  expect(readEvent("answers 2 4")).toEqual({ kind: "answers", seats: [1, 3] });
  expect(readEvent("double 2 ?")).toEqual({ kind: "double", seat: 1 });
  expect(readEvent("1: name red 2")).toEqual({ kind: "other" });
});

test("a move, what it scored and the roll after it, in this order", () => {
  const after = picture({ at: { red: 7 }, points: { red: 12 }, seat: 1, roll: "3", scorings: 1 });
  expect(tell(episode(after, "1: move red 7", "roll 3"), words)).toEqual([
    "Anna moves Red 7 steps to house 7.",
    "The safe is cracked: Red +7 (now 12).",
    "Bob rolls a 3.",
  ]);
});

test("what came at once is told in the order in which it happened, each roll by who rolled", () => {
  const after = picture({ at: { red: 7 }, points: { red: 12 }, seat: 2, roll: "3", safe: 4, scorings: 1 });
  const events = ["1: safe 7", "roll 5", "2: move red 5", "2: safe 4", "roll 3"];
  expect(tell(episode(after, ...events), words)).toEqual([
    "Anna moves the safe to house 7.",
    "Bob rolls a 5.",
    "Bob moves Red 5 steps to house 5.",
    "The safe is cracked: Red +7 (now 12).",
    "Bob moves the safe to house 4.",
    "Chris rolls a 3.",
  ]);
});

test("a card and what it did", () => {
  const after = picture({ at: { red: 11 }, points: { red: 5 }, safe: 4 });
  expect(tell(episode(after, "2: play to-ruins red"), words)).toEqual([
    "Bob plays “To the ruins”: Red to the ruins and the safe to house 4.",
  ]);
  const markers = picture({ points: { red: 8, blue: 3 } });
  expect(isScoring(episode(markers, "2: play two-markers red blue"))).toBe(false);
  expect(tell(episode(markers, "2: play two-markers red blue"), words)).toEqual([
    "Bob plays “Two markers”: Red’s marker to 8 and Blue’s marker to 3.",
  ]);
  const same = picture({ points: { red: 5 } });
  expect(tell(episode(same, "3: play double-agent", "double 3 ?"), words)).toEqual([
    "Chris plays “Double agent”.",
    "Chris secretly takes over an unowned agent.",
  ]);
  expect(tell(episode(same, "answers 1 3"), words)).toEqual(["Anna and Chris want to play a card."]);
  expect(tell(episode(same, "1: move nothing"), words)).toEqual(["Anna moves nobody."]);
});

test("at the end agents are unmasked in the order of their markers", () => {
  const result: Result = {
    winners: [1],
    shares: [0, 1],
    ending: "one-winner",
    agents: [["red", "gray"], ["blue"]],
    kept: [["red"], ["blue"]],
    dossiers: [
      { blue: "2", gray: "free", green: "2" },
      { red: "1", gray: "1", green: "blank" },
    ],
  };
  const rows = unmask({ gray: 3, red: 30, green: 44, blue: 41, violet: 1 }, result);
  expect(rows.map(({ agent }) => agent)).toEqual(["green", "blue", "red", "gray", "violet"]);
  expect(rows.map(({ owner }) => owner)).toEqual([null, 1, 0, 0, null]);
  expect(rows.filter(({ wins }) => wins).map(({ agent }) => agent)).toEqual(["blue"]);
  expect(rows.filter(({ returned }) => returned).map(({ agent }) => agent)).toEqual(["gray"]);
  const answers = ["blue", "gray", "green"].map((agent) => isRight(result, agent, result.dossiers![0]![agent]));
  expect(answers).toEqual([true, true, false]);
  expect(isRight(result, "green", "blank")).toBeNull();
  expect(isRight(result, "green", undefined)).toBeNull();
  expect(isRight(result, "red", "1")).toBe(true);
});
