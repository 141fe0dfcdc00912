// Why something cannot be done, in the reader's words, with the way to the rule; loaded when it is first wanted.

import { Barred } from "../../app/refused";
import type { Terms } from "../../table/messages";
import type { JsonObject } from "../../table/patches";
import { unpackLine } from "../../table/unpack";
import { sayLogLine } from "../../words/language.svelte";
import { learnWords } from "../../words/lessons";

/** Where a rule stands, for those who play this edition. */
export const ruleAddress = (terms: Terms, rule: string): string => `/rules/${terms.game}/${terms.edition}#${rule}`;

/** A reason as the server gives it, in words. */
export async function inWords(
  terms: Terms,
  rule: string,
  line: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Promise<Barred> {
  await learnWords("asking");
  return new Barred(sayLogLine(terms.game, unpackLine(line as JsonObject, {}), names), rule, ruleAddress(terms, rule));
}
