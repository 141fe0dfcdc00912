// The English words, and people to sit at the table.

import { readdirSync, readFileSync } from "node:fs";
import type { Say, SeatInfo } from "../contract";
import { type Catalogue, type Entry, join, sayEntry } from "../../words/language/catalogue";

const folder = (language: string): string => `${import.meta.dirname}/../../../../src/heimlich/text/${language}`;

/** The files of a language, by name. */
export const catalogueFiles = (language: string): Readonly<Record<string, Readonly<Record<string, Entry>>>> =>
  Object.fromEntries(
    readdirSync(folder(language)).map((file) => [file, JSON.parse(readFileSync(`${folder(language)}/${file}`, "utf8"))]),
  );

const english: Catalogue = join(catalogueFiles("en"));

/** Says a key, and does not put up with one that is missing, or with a gap that is not filled. */
export const say: Say = (key, values) => {
  if (english(key) === undefined) throw new Error(`there is no word for '${key}'`);
  const text = sayEntry({ language: "en", find: english }, key, values);
  if (/[{}]/.test(text)) throw new Error(`'${key}' has a gap: ${text}`);
  return text;
};

export const seats = (n: number): SeatInfo[] =>
  ["Anna", "Bob", "Chris", "David", "Eva", "Finn", "Gwen"]
    .slice(0, n)
    .map((name, seat) => ({ seat, name, bot: seat ? "greedy" : null, you: seat === 0 }));
