import { expect, test } from "vitest";
import type { GameInfo } from "../server/api";
import { differences, type Draft, firstDraft, plainValues, preparations, termsOf } from "./terms";

const game: GameInfo = {
  id: "g",
  editions: { one: ["cards", "more"], two: [] },
  players: { one: [2, 7], two: [2, 4] },
  bots: ["random", "newcomer", "casual", "master"],
  ladder: ["newcomer", "casual", "master"],
  characters: {},
  settings: ["target", "cards", "die"].map((name) => ({
    name,
    rule: "H1",
    meaning: name,
    kind: "text",
    choices: [],
    looks_like: "",
    least: "",
    most: "",
  })),
  values: { one: { target: "42", cards: "no", die: "6" }, two: { target: "41", cards: "no", die: "6" } },
  changes: { one: { cards: { cards: "yes" }, more: { die: "8" } }, two: {} },
  suggested: {},
};
const draft = (more: Partial<Draft>): Draft => ({ ...firstDraft(game), ...more });

test("variants change the plain rules, and editions differ in what they differ in", () => {
  expect(plainValues(game, "one", ["cards"])).toEqual({ target: "42", cards: "yes", die: "6" });
  expect(differences(game, "one", "two")).toEqual(["target"]);
});

test("only what differs from the plain rules is a house rule", () => {
  const terms = termsOf(game, draft({ variants: ["more", "cards"], house: { target: "20", cards: "yes", die: " " } }));
  expect(terms.variants).toEqual(["cards", "more"]); // in the edition's own order
  expect(terms.house).toEqual([["target", "20"]]);
});

test("clocks", () => {
  expect(termsOf(game, draft({ clock: "live", minutes: 5, increment: 3 })).clock).toEqual({
    kind: "live",
    bank_s: 300,
    increment_s: 3,
  });
  expect(termsOf(game, draft({ clock: "days", days: 3 })).clock).toEqual({ kind: "days", days: 3 });
});

test("those at this screen sit down first, bots last, and a full table starts", () => {
  const words = (more: Partial<Draft>): string[] =>
    preparations(game, draft(more)).map((command) => `${command.do}${"seat" in command ? ` ${command.seat}` : ""}`);
  expect(words({ seats: 4, here: 1, bots: 1 })).toEqual(["sit 0", "add-bot 3"]);
  expect(words({ seats: 3, here: 2, bots: 1 })).toEqual(["sit 0", "sit 1", "add-bot 2", "start"]);
  expect(words({ seats: 2, here: 0, bots: 0 })).toEqual([]);
});

test("several at this screen are called by their names before it starts; one alone has his own", () => {
  const names = ["Mia", " Grandpa ", "Jo"];
  expect(preparations(game, draft({ seats: 3, here: 3, names }))).toEqual([
    ...[0, 1, 2].map((seat) => ({ do: "sit", seat })),
    { do: "nickname", name: "Mia", seat: 0 },
    { do: "nickname", name: "Grandpa", seat: 1 },
    { do: "nickname", name: "Jo", seat: 2 },
    { do: "start" },
  ]);
  expect(preparations(game, draft({ seats: 3, here: 2, names: ["", "Jo"] })).slice(2)).toEqual([
    { do: "nickname", name: "Jo", seat: 1 },
  ]);
  expect(preparations(game, draft({ seats: 3, here: 1, names }))).toEqual([{ do: "sit", seat: 0 }]);
});
