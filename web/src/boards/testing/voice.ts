// The English words, and people to sit at the table.

import { readdirSync, readFileSync } from "node:fs";
import type { Say, SeatInfo } from "../contract";
import { type Entry, join, sayEntry } from "../../words/catalogue";

const folder = (language: string): string => `${import.meta.dirname}/../../../../src/heimlich/text/${language}`;

export const catalogue = (language: string): Readonly<Record<string, Entry>> =>
  join(
    Object.fromEntries(
      readdirSync(folder(language)).map((file) => [
        `/${file}`,
        JSON.parse(readFileSync(`${folder(language)}/${file}`, "utf8")),
      ]),
    ),
  );

const english = catalogue("en");

/** Says a key, and does not put up with one that is missing, or with a gap that is not filled. */
export const say: Say = (key, values) => {
  if (!(key in english)) throw new Error(`there is no word for '${key}'`);
  const text = sayEntry({ language: "en", find: (word) => english[word] }, key, values);
  if (/[{}]/.test(text)) throw new Error(`'${key}' has a gap: ${text}`);
  return text;
};

export const seats = (n: number): SeatInfo[] =>
  ["Anna", "Bob", "Chris", "David", "Eva", "Finn", "Gwen"]
    .slice(0, n)
    .map((name, seat) => ({ seat, name, bot: seat ? "greedy" : null, you: seat === 0 }));
