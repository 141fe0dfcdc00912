// What the vocabularies of all games have in common; each game's own is in boards/<game>/facts.ts.

import type { Vocabulary } from "../../boards/contract";
import { canSay, page, say } from "../language/language.svelte";

/** An entry of the catalogue, or, where there is none, something else. */
export const either = (key: string, otherwise: string): string => (canSay(key) ? say(key) : otherwise);

const itself = (_: string, word: string): string => word;

/** Says verbs by the page's catalogue, and everything else as the notation has it. */
export const plainVocabulary = (game: string): Vocabulary => ({
  verb: (verb) => either(`page.verb.${game}.${verb}`, verb),
  said: (word) => either(`page.said.${game}.${word}`, word),
  item: itself,
  itemText: () => "",
  option: itself,
  leadsTo: () => "",
  amount: (amount) => amount,
  question: itself,
  badge: () => "",
  Badge: null,
});

/** An amount of steps, forward or back. */
export function steps(amount: string): string {
  const n = Number(amount);
  return page(n < 0 ? "steps-back" : "steps-forward", { n: Math.abs(n) });
}
