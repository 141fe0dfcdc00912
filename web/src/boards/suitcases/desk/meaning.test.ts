import { expect, test } from "vitest";
import { marksIn, meaningOfAgent, meaningOfPlace, readyIn, type Situation } from "./meaning";
import { choicesIn } from "./offers";
import type { Part } from "../../contract";
import { agentsOf, type Picture } from "../picture";
import { position, small } from "../small";

const step = (item: string, ...places: string[]): Part => ({
  kind: "targets",
  verb: "step",
  item,
  groups: [places],
  picks: [1],
  ordered: false,
  amounts: [],
});

function situation(offer: Part[], active: number | null = null, picture: Picture = position(), letter = ""): Situation {
  const agents = agentsOf(picture);
  const own = agents.filter(({ seat }) => seat === 0);
  return { atlas: small, picture, choices: choicesIn(offer), own, agents, active, letter };
}

const MOVES = [step("1", "b", "d"), step("2", "a")];

test("a tap on an agent chooses it, or the one that stands for it", () => {
  expect(meaningOfAgent(situation(MOVES), "0-1")).toEqual({ kind: "select", agent: 1 });
  expect(meaningOfAgent(situation(MOVES), "0-3")).toEqual({ kind: "select", agent: 2 });
  expect(meaningOfAgent(situation(MOVES), "1-1")).toEqual({ kind: "inspect", place: "start-blue" });
  expect(readyIn(situation(MOVES))).toEqual(new Set(["0-1", "0-2", "0-3"]));
});

test("a tap on a place walks there, step by step; elsewhere it shows who is there", () => {
  expect(meaningOfPlace(situation(MOVES, 1), "b")).toEqual({ kind: "walk", agent: 1, route: ["b"] });
  expect(meaningOfPlace(situation(MOVES, 1), "e")).toEqual({ kind: "walk", agent: 1, route: ["b", "e"] });
  expect(meaningOfPlace(situation(MOVES, 1), "hq-red")).toEqual({ kind: "inspect", place: "hq-red" });
  expect(meaningOfPlace(situation([], null), "b")).toEqual({ kind: "inspect", place: "b" });
  expect(meaningOfPlace(situation(MOVES), "start-red")).toEqual({ kind: "select", agent: 2 });
});

test("where the chosen agent could step onto another of one's own, it is asked which was meant", () => {
  expect(meaningOfAgent(situation(MOVES, 2), "0-1")).toEqual({ kind: "inspect", place: "a" });
  expect(meaningOfPlace(situation(MOVES, 2), "a")).toEqual({ kind: "walk", agent: 2, route: ["a"] });
});

test("choosing a place again goes through the agents there", () => {
  const here = position({ at: { "0-1": "a", "0-2": "a" }, loads: { "0-1": "red-A" } });
  const moves = [step("1", "b"), step("2", "b")];
  expect(meaningOfPlace(situation(moves, null, here), "a")).toEqual({ kind: "select", agent: 1 });
  expect(meaningOfPlace(situation(moves, 1, here), "a")).toEqual({ kind: "select", agent: 2 });
  expect(meaningOfPlace(situation(moves, 2, here), "a")).toEqual({ kind: "select", agent: 1 });
});

test("a rival is fought by tapping it, or one that is like it", () => {
  const here = position({ phase: "fight", at: { "0-1": "a", "1-1": "a", "1-2": "a", "1-3": "b" }, alike: { "1-1": [2] } });
  const offer: Part[] = [{ kind: "pick", verb: "fight", options: ["blue-1"] }];
  expect(meaningOfAgent(situation(offer, null, here), "1-1")).toEqual({ kind: "act", action: "fight blue-1" });
  expect(meaningOfAgent(situation(offer, null, here), "1-2")).toEqual({ kind: "act", action: "fight blue-1" });
  expect(meaningOfAgent(situation(offer, null, here), "1-3").kind).toBe("inspect");
});

test("marks tell near from far, and where a duel waits", () => {
  const picture = position({ at: { "0-1": "a", "1-1": "d" }, stops: ["d"] });
  const marks = marksIn(situation([step("1", "b", "d")], 1, picture));
  expect(marks.get("b")).toEqual({ kind: "near", steps: 1 });
  expect(marks.get("e")).toEqual({ kind: "far", steps: 2 });
  expect(marks.get("d")).toEqual({ kind: "duel", steps: 1 });
});
