// The log in words. What only this seat knows stays covered until it peeks: others may be looking on, and a screen reader
// speaks aloud.

import { page, sayLogLine } from "./language.svelte";
import type { Line } from "../table/unpack";
import { wordsOf } from "./catalogue";

const OWN = /-own(-|$)/;
/** The same as everyone else is told it, where they are told. */
const AS_OTHERS_SEE: Readonly<Record<string, string>> = {
  "identity-own": "identity-dealt",
  "card-own": "card-drawn",
  "double-own": "double-taken",
};

export const isSecret = (line: Line): boolean => OWN.test(line.key);

/** Nothing can be said of it without telling. */
export const isCovered = (line: Line | undefined): boolean =>
  line !== undefined && isSecret(line) && !AS_OTHERS_SEE[line.key];

export function logWords(game: string, line: Line, seats: readonly string[], peek: boolean): string {
  if (peek || !isSecret(line)) return sayLogLine(game, line, seats);
  const key = AS_OTHERS_SEE[line.key];
  if (key) return sayLogLine(game, { key, values: line.values }, seats);
  return page("log-secret");
}

/** What to show on the board for a line; nothing that is covered. */
export const pointsAt = (line: Line, peek: boolean): ReadonlySet<string> =>
  peek || !isSecret(line) ? wordsOf(line) : new Set();
