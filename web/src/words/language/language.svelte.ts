// The language that the page speaks now. Each catalogue is a chunk of its own; English fills in what another one lacks.

import { preferences, prefer } from "../../app/device/preferences.svelte";
import type { Line, Value } from "../../table/messages/unpack";
import { type Bit, type Catalogue, type Entry, lineBits, list, sayEntry, sayLine, sayValue, type Values, type Voice } from "./catalogue";

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" } as const;
export type Language = keyof typeof LANGUAGES;

const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("./catalogues/en"),
  de: () => import("./catalogues/de"),
  fr: () => import("./catalogues/fr"),
};

const NOTHING: Catalogue = () => undefined;
let spoken: { language: Language; entries: Catalogue } = $state.raw({ language: "en", entries: NOTHING });
/** Words that came with a page. Only a key that `spoken` lacks looks here: when more come, no other text is made anew. */
let learned: readonly Catalogue[] = $state.raw([]);
let english: Catalogue = $state.raw(NOTHING);
let asked = false;

const voice: Voice = {
  get language() {
    return spoken.language;
  },
  find(key) {
    const entry = spoken.entries(key) ?? findLearned(key) ?? english(key);
    if (entry === undefined && spoken.language !== "en" && !asked) {
      asked = true;
      void catalogues.en().then((module) => (english = module.default));
    }
    return entry;
  },
};

function findLearned(key: string): Entry | undefined {
  for (const entries of learned) {
    const entry = entries(key);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** The first language of the browser that we speak, or the chosen one. */
export function wanted(): Language {
  const spokenHere = [preferences.language, ...(navigator.languages ?? [])].map((tag) => tag.slice(0, 2).toLowerCase());
  return (spokenHere.find((tag) => tag in LANGUAGES) ?? "en") as Language;
}

/** Words that only some pages need: these pages bring them, in each language. */
type Lesson = (language: Language) => Promise<Catalogue>;
const lessons: Lesson[] = [];

/** Know these words too, from now on and in whatever language is spoken later. */
export async function learn(lesson: Lesson): Promise<void> {
  if (lessons.includes(lesson)) return;
  const { language } = spoken;
  const more = await lesson(language);
  if (!lessons.includes(lesson)) lessons.push(lesson);
  if (spoken.language === language) learned = [...learned, more];
  else await speak(spoken.language); // another one was chosen meanwhile
}

/** Speak this language from now on. */
export async function speak(language: Language): Promise<void> {
  const [{ default: entries }, ...more] = await Promise.all([
    catalogues[language](),
    ...lessons.map((lesson) => lesson(language)),
  ]);
  spoken = { language, entries };
  learned = more;
  document.documentElement.lang = language;
}

/** The reader's own choice, remembered. */
export async function choose(language: Language): Promise<void> {
  prefer({ language });
  await speak(language);
}

export const language = (): Language => spoken.language;

/** An entry of a catalogue, filled in: `page.start`, `heimlich-co.place.7`. */
export const say = (key: string, values: Values = {}): string => sayEntry(voice, key, values);

/** Whether there are words for this. */
export const canSay = (key: string): boolean => voice.find(key) !== undefined;

export const sayList = (items: readonly string[]): string => 
  list(items, say("table.and"), say("table.semicolon"));

/** A heading and what it heads, with the spaces of the language: `Hide: your card`. */
export const sayHeaded = (head: string, text: string): string => `${head}${say("table.colon")}${text}`;

/** `1, 2 or 3`. */
export const sayAny = (items: readonly (string | number)[]): string => list(items.map(String), say("table.or"));

export const logLineBits = (game: string, line: Line, seats: readonly string[]): Bit[] =>
  lineBits(voice, game, line, seats);

/** A value of a line, in words. */
export const sayLogValue = (game: string, value: Value, seats: readonly string[]): string =>
  sayValue(voice, game, value, seats);

export const sayLogLine = (game: string, line: Line, seats: readonly string[]): string =>
  sayLine(voice, game, line, seats);

/** Words for a refusal: ours in the reader's language, else the server's own. */
export function sayRefusal(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === "offline") return say("page.trouble.offline-text");
  if (code && canSay(`refusal.${code}`)) return say(`refusal.${code}`);
  return message || say("page.went-wrong");
}

/** Why terms are refused: in the reader's language, and, as the server tells it, what exactly is wrong. */
export function sayWrongTerms(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const ours = code === "rules" || code === "terms" || code === "clock";
  return ours ? `${say(`refusal.${code === "rules" ? "terms" : code}`)} (${message ?? ""})` : sayRefusal(error);
}

/** Why a record cannot be shown: in the reader's language, and, as the server tells it, what is wrong in which line. */
export function sayBadRecord(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code === "record" && message ? `${say("refusal.record")} (${message})` : sayRefusal(error);
}

/** One of the page's own words. */
export const page = (key: string, values: Values = {}): string => say(`page.${key}`, values);
