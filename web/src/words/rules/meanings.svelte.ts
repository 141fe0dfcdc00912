// The rules' words: where they stand in a sentence, what they are called and which rule explains them (docs/words.md).
// Their meanings and the forms by which they are found are entries `word.<game>.<word>` of the catalogues.

import { nextTask } from "../../pace/slices";
import { loadGlossary, type Term } from "./glossary";
import { canSay, language, say } from "../language/language.svelte";
import { learnWords } from "../language/on-demand";

/** A part of a sentence: plain words, or one of the rules' words, `<game>.<word>`. */
export interface Part {
  readonly text: string;
  readonly term: string;
}

/** How the words of one game look in one language. */
export interface Lexicon {
  readonly pattern: RegExp;
  /** Words by their forms, in small letters. */
  readonly terms: ReadonlyMap<string, string>;
}

/** `start space` in a key is `start-space`. */
export const keyOf = ({ ours }: Term): string => ours.en.toLowerCase().replaceAll(" ", "-");

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** From `[word, its forms]`; the longest form that fits is the word: a duel card is no duel. */
export function lexiconFrom(words: readonly (readonly [string, readonly string[]])[]): Lexicon {
  const forms = words.flatMap(([term, all]) => all.map((form) => [form.toLowerCase(), term] as const));
  const sorted = forms.map(([form]) => escape(form)).sort((one, two) => two.length - one.length);
  return { pattern: new RegExp(`(?<![\\p{L}\\d-])(?:${sorted.join("|")})(?![\\p{L}\\d-])`, "giu"), terms: new Map(forms) };
}

/** A text with the rules' words set apart; each word once, where it stands first. */
export function partsOf(text: string, { pattern, terms }: Lexicon, known: Set<string> = new Set()): Part[] {
  const parts: Part[] = [];
  let end = 0;
  pattern.lastIndex = 0; // not matchAll: that makes the pattern, which is long, anew for each text
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const term = terms.get(found[0].toLowerCase()) ?? "";
    if (!term || known.has(term)) continue;
    known.add(term);
    if (found.index > end) parts.push({ text: text.slice(end, found.index), term: "" });
    parts.push({ text: found[0], term });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), term: "" });
  return parts;
}

let loaded: Readonly<Record<string, Lexicon>> = $state.raw({});

/** The words of a game are those that have meanings there. */
async function termsOf(game: string): Promise<readonly Term[]> {
  const [glossary] = await Promise.all([loadGlossary(), learnWords("word")]);
  await nextTask();
  return glossary.find(([first]) => first && canSay(`word.${game}.${keyOf(first)}`)) ?? [];
}

/** The words of a game in the language that is spoken. */
export async function loadLexicon(game: string): Promise<Lexicon> {
  const terms = await termsOf(game);
  const key = `${game} ${language()}`;
  const forms = (term: Term): string[] => say(`word.${game}.${keyOf(term)}.forms`).split("|");
  const found = loaded[key] ?? lexiconFrom(terms.map((term) => [`${game}.${keyOf(term)}`, forms(term)] as const));
  if (!loaded[key]) loaded = { ...loaded, [key]: found };
  return found;
}

/** The same, if it is there; else it is asked for. */
export function lexiconOf(game: string): Lexicon | undefined {
  const found = loaded[`${game} ${language()}`];
  if (!found) void loadLexicon(game).catch(() => undefined); // without a network words are not explained
  return found;
}

/** What one of the rules' words is called, and the rule that explains it. */
export async function meaningOf(term: string): Promise<{ name: string; rule: string }> {
  const [game = "", key] = term.split(".");
  const found = (await termsOf(game)).find((one) => keyOf(one) === key);
  return { name: found?.ours[language()] ?? "", rule: found?.rule ?? "" };
}
