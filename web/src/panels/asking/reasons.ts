// Why something cannot be done, and what a rule's word means: in the reader's words, with the way to the rule. Loaded
// when it is first wanted.

import { answering } from "../../app/server/asking.svelte";
import { Barred, Refused } from "../../app/server/refused";
import type { Terms } from "../../table/messages/messages";
import type { JsonObject } from "../../table/messages/patches";
import type { Room } from "../../table/room/room.svelte";
import { unpackLine } from "../../table/messages/unpack";
import { houseQuery } from "../../words/rules/house-query";
import { say, sayLogLine } from "../../words/language/language.svelte";
import { learnWords } from "../../words/language/on-demand";
import { loadLexicon, meaningOf } from "../../words/rules/meanings.svelte";

/** Where a rule stands, for those who play at this table: its edition, with its house rules marked. */
export const ruleAddress = (terms: Terms, rule: string): string =>
  `/rules/${terms.game}/${terms.edition}${houseQuery(terms)}#${rule}`;

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

/** Ask the table why this cannot be done now. */
export async function askTable(room: Room, terms: Terms, action: string, names: readonly string[]): Promise<Barred> {
  if (!room.main) throw new Refused("offline", "");
  const [{ rule = "", line = {} }] = await Promise.all([room.main.why(action), learnWords("asking")]);
  return rule ? inWords(terms, rule, line, names) : new Barred(say("asking.possible"));
}

/** A rule's word, what it means, and the way to its rule: at a table, as it is played there. */
export async function explain(term: string): Promise<Barred & { readonly head: string }> {
  const [game = ""] = term.split(".");
  await Promise.all([loadLexicon(game), learnWords("asking")]);
  const { name, rule } = await meaningOf(term);
  const terms = answering()?.terms;
  const here = document.getElementById(rule) ? "" : `/rules/${game}`; // the rules are on this page, or on another
  const href = terms?.game === game ? ruleAddress(terms, rule) : `${here}#${rule}`;
  return Object.assign(new Barred(say(`word.${term}`), rule, href), { head: name });
}
