// How to play, for every edition and variant as the server knows them: each sentence is true there.

import { execFileSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import type { GameInfo } from "../app/server/api";
import { plainValues } from "../app/terms/terms";
import { LANGUAGES, type Language, speak } from "../words/language/language.svelte";
import { factsOf } from "./registry";

const python = process.env.PYTHON ?? "../.venv/bin/python";
const games = JSON.parse(execFileSync(python, ["src/boards/testing/games.py"], { encoding: "utf-8" })) as GameInfo[];

function told(game: string, edition: string, variants: string[] = [], house: Record<string, string> = {}): string {
  const info = games.find(({ id }) => id === game)!;
  const parts = factsOf(game).howTo({ ...plainValues(info, edition, variants), ...house });
  return parts.map(({ head, text }) => `${head}: ${text}`).join("\n");
}

const SPLIT = "spend that many steps";
const ONE = "one agent takes all the steps";
const [ELSEWHERE, EMPTY, ANYWHERE] = ["any other building", "in an empty building", "or leave it where it is"];
const [NOW, ROUND] = ["star, the masks come off", "the round is played out"];
const [FURTHEST, LAST] = ["The owner of the agent in the lead wins", "gained most in the last scoring"];
const [FREE, BARRED] = ["if an unowned agent leads alone, nobody wins", "They cannot win"];
const [ASKED, TURNS] = ["answers in secret whether they want to play a card", "in turn may play cards or pass"];
const [DRAW, DRAW_MOVE] = ["Bring an agent into the ruins", "Move an agent into the ruins with your roll"];
const [FIVE, TWO, WRONG] = ["each right one is worth 5 points", "each right one is worth 2 points", "Each wrong one costs 1 point"];
const [FROM_29, FROM_30] = ["a marker reaches 29", "a marker reaches 30"];
const [BLANK, AGAIN] = ["leave an agent blank", "you may revise your answers"];
const SENTENCES = [SPLIT, ONE, ELSEWHERE, EMPTY, ANYWHERE, NOW, ROUND, FURTHEST, LAST, FREE, BARRED, ASKED, TURNS, DRAW];
SENTENCES.push(DRAW_MOVE, FIVE, TWO, WRONG, FROM_29, FROM_30, BLANK, AGAIN);

const CARDS = [ASKED, DRAW];
const GUESSES = [FROM_29, FIVE];
const TRUE: [string, string[], string[]][] = [
  ["rio-grande", [], [SPLIT, ELSEWHERE, NOW, FURTHEST, FREE]],
  ["rio-grande", ["top-secret"], [SPLIT, ELSEWHERE, NOW, FURTHEST, FREE, ...CARDS]],
  ["rio-grande", ["dossier"], [SPLIT, ELSEWHERE, NOW, FURTHEST, BARRED, ...GUESSES]],
  ["escale", [], [SPLIT, EMPTY, NOW, LAST, FREE]],
  ["escale", ["top-secret"], [SPLIT, EMPTY, NOW, LAST, FREE, ...CARDS]],
  ["escale", ["advanced"], [SPLIT, ANYWHERE, NOW, FURTHEST, BARRED, ...GUESSES]],
  ["escale", ["top-secret", "advanced"], [SPLIT, ANYWHERE, NOW, FURTHEST, BARRED, ...CARDS, ...GUESSES]],
  ["cie", [], [ONE, EMPTY, ROUND, FURTHEST, FREE]],
  ["cie", ["dossier"], [ONE, EMPTY, ROUND, FURTHEST, FREE, FROM_30, TWO, WRONG, BLANK, AGAIN]],
  ["engine", [], [SPLIT, ELSEWHERE, NOW, FURTHEST, FREE]],
  ["engine", ["top-secret"], [SPLIT, ELSEWHERE, NOW, FURTHEST, FREE, TURNS, DRAW_MOVE]],
];

afterAll(() => speak("en"));

test.each(TRUE)("%s %j is told what holds there, and nothing else", async (edition, variants, sentences) => {
  await speak("en");
  const text = told("heimlich-co", edition, variants);
  expect(SENTENCES.filter((sentence) => text.includes(sentence))).toEqual(
    SENTENCES.filter((sentence) => sentences.includes(sentence)),
  );
});

test("a house rule is told like a printed one", async () => {
  await speak("en");
  const text = told("heimlich-co", "rio-grande", [], { one_agent: "yes", play_out_round: "yes", last_scoring_wins: "yes" });
  for (const sentence of [ONE, ROUND, LAST]) expect(text).toContain(sentence);
});

test("what decides between those who are level is told as the table has it", async () => {
  await speak("en");
  expect(told("suitcases", "jumbo")).toContain("10 state secrets win at once");
  expect(told("suitcases", "jumbo")).toContain("Players who tie share the win.");
  expect(told("suitcases", "jumbo", [], { agents_break_ties: "yes" })).toContain("whoever has more agents left wins");
});

test.each(Object.keys(LANGUAGES) as Language[])("there are words for every edition and variant in %s", async (language) => {
  await speak(language);
  for (const { id, editions } of games) {
    for (const [edition, variants] of Object.entries(editions)) {
      for (const chosen of [[], variants, ...variants.map((variant) => [variant])]) {
        const text = told(id, edition, chosen);
        expect(text.split("\n").length).toBeGreaterThan(3);
        expect(text).not.toMatch(/[{}]|howto\.|undefined|NaN/);
      }
    }
  }
});

test("without the settings only what holds everywhere is told", async () => {
  await speak("en");
  expect(factsOf("heimlich-co").howTo(undefined).map(({ head }) => head)).toEqual(["Who are you?"]);
  expect(factsOf("unknown").howTo(undefined)).toEqual([]);
});
