// What must exist twice, in the server and here, is the same: lines, offers, patches, the commitment to the dice.

import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { Part } from "../../boards/contract";
import { commitment } from "../replay/fairness";
import de from "../../words/language/catalogues/de";
import en from "../../words/language/catalogues/en";
import fr from "../../words/language/catalogues/fr";
import type { Terms } from "./messages";
import { applyPatch, type Json, type JsonObject } from "./patches";
import { add, canAdd, isSpent, moveAction, type Spend } from "../offer/arrange";
import { canTake, isAimed, playAction } from "../offer/targets";
import { unpackLine, unpackOffer } from "./unpack";
import { type Catalogue, sayLine, type Voice } from "../../words/language/catalogue";

interface Cases {
  names: Record<string, Record<string, string>>;
  lines: { game: string; seats: string[]; line: Json; said: Record<string, string> }[];
  offers: { offer: Json; actions: string[] }[];
  patches: { old: JsonObject; patch: JsonObject; new: JsonObject }[];
  commitment: { seed: string; table: string; terms: Terms; version: number; promised: string };
}

const python = process.env.PYTHON ?? "../.venv/bin/python";
const cases = JSON.parse(execFileSync(python, ["src/table/messages/cases.py"], { encoding: "utf-8", maxBuffer: 2 ** 28 })) as Cases;
const catalogues: Record<string, Catalogue> = { en, de, fr };

function voice(language: string): Voice {
  return { language, find: catalogues[language]! };
}

test("every line says what the terminal says, in every language", () => {
  expect(cases.lines.length).toBeGreaterThan(150);
  for (const { game, seats, line, said } of cases.lines) {
    const unpacked = unpackLine(line, cases.names[game]!);
    for (const language of Object.keys(catalogues)) {
      expect(sayLine(voice(language), game, unpacked, seats)).toBe(said[language]);
    }
  }
});

/** Every action that the form could send for a part: by the same functions, tried out in all ways. */
function spelt(part: Part): string[] {
  switch (part.kind) {
    case "say":
      return [...part.words];
    case "pick":
      return part.options.map((option) => `${part.verb} ${option}`);
    case "ballot":
      return part.questions[0]![1].map((option) => `${part.verb} ${part.questions[0]![0]} ${option}`);
    case "distribute": {
      const found: string[] = [];
      const go = (spend: Spend, from: number): void => {
        if (isSpent(part, spend)) found.push(moveAction(part, spend));
        for (const [index, thing] of part.over.entries()) {
          if (index >= from && canAdd(part, spend, thing)) go(add(spend, thing, 1), index);
        }
      };
      go({}, 0);
      return found;
    }
    case "targets": {
      const found = new Set<string>();
      const things = part.groups.flat();
      const aim = (chosen: string[]): void => {
        for (const amount of part.amounts.length ? part.amounts : [""]) {
          const whole = { item: part.item, chosen, amount };
          if (isAimed(part, whole)) found.add(playAction(part, whole));
        }
        for (const thing of things) {
          if (!chosen.includes(thing) && canTake(part, { item: part.item, chosen, amount: null }, thing)) aim([...chosen, thing]);
        }
      };
      aim([]);
      return [...found];
    }
  }
}

test("a form can say every action of an offer, and no other", () => {
  expect(cases.offers.length).toBeGreaterThan(80);
  for (const { offer, actions } of cases.offers) {
    const found = unpackOffer(offer).flatMap(spelt);
    expect([...found].sort()).toEqual([...actions].sort());
  }
});

test("patches make the picture that the server has", () => {
  expect(cases.patches.length).toBeGreaterThan(50);
  for (const { old, patch, new: after } of cases.patches) expect(applyPatch(old, patch)).toEqual(after);
});

test("a commitment is checked as the server made it", async () => {
  const { seed, table, terms, version, promised } = cases.commitment;
  expect(await commitment(seed, table, terms, version)).toBe(promised);
  expect(await commitment(seed, "another", terms, version)).not.toBe(promised);
});
