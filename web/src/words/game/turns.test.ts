import { beforeAll, describe, expect, test } from "vitest";
import { recap as heimlich } from "../../boards/heimlich_co/recap";
import { recap as suitcases } from "../../boards/suitcases/recap";
import type { Deed } from "../../boards/contract";
import type { LogEntry } from "../../table/messages/model";
import { type Line, unpackLine } from "../../table/messages/unpack";
import { logLineBits, speak } from "../language/language.svelte";
import { roundsIn, sinceOwnTurn, turnsIn } from "./turns";

beforeAll(() => speak("en"));

const NAMES = {
  roll: "seat face",
  move: "seat walks",
  walk: "agent n place",
  play: "seat card effects",
  "to-place": "agent place",
  scoring: "gains",
  gain: "agent n mark",
  loss: "agent n mark",
  safe: "seat place",
  start: "seat",
  step: "agent place",
  take: "agent suitcase",
  agent: "colour number",
  suitcase: "colour letter",
  duel: "attacker defender attack defence",
  "duel-won": "agent",
  "duel-back": "agent",
  opened: "suitcase content",
  secrets: "n",
  points: "seat",
  scores: "scores",
  score: "seat n",
};
const line = (...packed: unknown[]): Line => unpackLine(packed as never, NAMES);
const log = (...lines: Line[]): LogEntry[] => lines.map((one, id) => ({ id, line: one, fresh: true }));
const roll = (seat: number): Line => line("roll", `@${seat}`, "3");
const move = (seat: number, agent: string, n = 2): Line => line("move", `@${seat}`, { walk: [[`:${agent}`, n, ":7"]] });
const crack = line("scoring", [[["gain", ":red", 7, 12], ["loss", ":blue", 3, 4]]]);

/** A deed as it is read out. */
const read = (deed: Deed): string =>
  deed.map((part) => (typeof part === "string" ? part : `[${part.word}]${part.text}`)).join(" ");

describe("since one's own last turn", () => {
  test("all turns of the others are told, and one's own is not", () => {
    const told = log(line("start", "@1"), roll(1), move(1, "red"), roll(2), move(2, "blue"), roll(0), move(0, "gray"), roll(1), move(1, "red"), roll(2));
    expect(sinceOwnTurn(told, 0, 3).map(({ seat }) => seat)).toEqual([1]); // seat 2 has rolled, and done nothing yet
    expect(sinceOwnTurn(told.slice(0, 6), 0, 3).map(({ seat }) => seat)).toEqual([1, 2]); // it is seat 0's turn …
    expect(sinceOwnTurn(told.slice(0, 7), 0, 3)).toEqual([]); // … and it has decided
    expect(sinceOwnTurn(told, null, 3).map(({ seat }) => seat)).toEqual([2, 0, 1]);
  });

  test("what others did in one's own turn is told, from their first card on", () => {
    const card = line("play", "@2", ":to-ruins", { "to-place": [[":red", ":ruins"]] });
    const told = log(roll(0), move(0, "red"), card, crack, roll(1));
    const [own] = sinceOwnTurn(told, 0, 3);
    expect(own?.lines).toEqual([card, crack]);
    expect(heimlich(own!, ["Anna", "Ben", "Cleo"]).map(read)).toEqual([
      "Cleo plays “To the ruins” [red]→ the ruins",
      "Cleo cracks the safe [red]+7 [blue]−3",
    ]);
  });
});

test("a turn of Heimlich & Co. in short: steps, who cracked the safe, points, and where it went", () => {
  const told = log(roll(1), move(1, "red", 5), crack, line("safe", "@1", ":4"), roll(2));
  expect(heimlich(turnsIn(told)[0]!, ["A", "B", "C"]).map(read)).toEqual(["[red]5", "cracks the safe [red]+7 [blue]−3", "safe → house 4"]);
});

test("a turn of the suitcase game in short: a walk is one deed, however many steps it has", () => {
  const step = (place: string, number = 3): Line => line("step", ["agent", ":red", number], `:${place}`);
  const [red, blue] = [["agent", ":red", 3], ["agent", ":blue", 1]];
  const told = log(
    roll(0),
    step("paris"),
    step("bonn"),
    line("take", red, ["suitcase", ":blue", "A"]),
    step("rome"),
    step("oslo", 4),
    line("duel", red, blue, 5, 2),
    line("duel-won", red),
    line("duel-back", blue),
    line("opened", ["suitcase", ":blue", "A"], ["secrets", 3]),
  );
  expect(suitcases(turnsIn(told)[0]!).map(read)).toEqual([
    "[red-3]→ Bonn",
    "[red-3] takes [blue-A]",
    "[red-3]→ Rome",
    "[red-4]→ Oslo",
    "duel [red-3]5 : [blue-1]2",
    "[red-3]wins",
    "[blue-1]back to the start",
    "opened [blue-A]3 state secrets",
  ]);
});

describe("rounds", () => {
  const rounds = (told: LogEntry[], turn: number): number[] => roundsIn(told, 3, turn).map(({ round }) => round);

  test("a round begins when the first one rolls again, or the next one after somebody who is out", () => {
    const start = line("start", "@2");
    const told = log(start, roll(2), move(2, "red"), roll(0), roll(1), roll(2), roll(1), roll(0));
    expect(rounds(told, 6)).toEqual([0, 1, 1, 1, 1, 2, 2, 3]);
    expect(rounds(told.slice(1), 6)).toEqual([1, 1, 1, 1, 2, 2, 3]); // by a house rule, nobody was drawn
  });

  test("without its beginning it is counted from the turn that it is now", () => {
    expect(rounds(log(move(0, "red"), roll(1), roll(2), roll(0), roll(1)), 11)).toEqual([3, 3, 3, 4, 4]);
  });

  test("who did something: the seat that a line names, or whose turn it is; nobody, where it names several", () => {
    const told = log(roll(1), crack, line("nobody-plays"), move(2, "red"));
    expect(roundsIn(told, 3, 1).map(({ seat }) => seat)).toEqual([1, 1, null, 2]);
  });

  test("once the game is over, only what names a seat is somebody's: who has won and why is told of no player's turn", () => {
    const ended = [line("over-turn-limit"), line("points", "@0"), line("scores", [[["score", "@0", 3], ["score", "@1", 5]]])];
    const told = log(roll(1), crack, ...ended);
    expect(roundsIn(told, 3, 1).map(({ seat }) => seat)).toEqual([1, 1, null, 0, null]);
  });
});

test("a line in bits says the same as in words, and its pieces stand by themselves", () => {
  expect(logLineBits("heimlich-co", move(1, "red", 3), ["Anna", "Ben"])).toContainEqual({ word: "red", name: "Red" });
  const take = line("take", ["agent", ":red", 3], ["suitcase", ":red", "A"]);
  const bits = logLineBits("suitcases", take, []);
  expect(bits.filter((bit) => typeof bit !== "string").map(({ word }) => word)).toEqual(["red-3", "red-A"]);
  const said = (told: Line, game: string): string =>
    logLineBits(game, told, ["Anna", "Ben"]).map((bit) => (typeof bit === "string" ? bit : bit.name)).join("");
  expect(said(crack, "heimlich-co")).toMatch(/Red \+7.* and Blue −3/);
});
