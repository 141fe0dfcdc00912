// The log in words. What only this seat knows stays covered until it peeks: others may be looking on, and a screen reader
// speaks aloud.

import type { GameFacts } from "../../boards/contract";
import { logLineBits, page, sayLogLine } from "../language/language.svelte";
import type { Line } from "../../table/messages/unpack";
import { type Bit, wordsOf } from "../language/catalogue";

const OWN = /-own(-|$)/;
type Facts = Pick<GameFacts, "game" | "asOthersSee">;

export const isSecret = (line: Line): boolean => OWN.test(line.key);

/** Nothing can be said of it without telling. */
export const isCovered = ({ asOthersSee }: Facts, line: Line | undefined): boolean =>
  line !== undefined && isSecret(line) && !asOthersSee[line.key];

export function logWords({ game, asOthersSee }: Facts, line: Line, seats: readonly string[], peek: boolean): string {
  if (peek || !isSecret(line)) return sayLogLine(game, line, seats);
  const key = asOthersSee[line.key];
  if (key) return sayLogLine(game, { key, values: line.values }, seats);
  return page("log-secret");
}

/** The same, with pieces that can be drawn. */
export function logBits({ game, asOthersSee }: Facts, line: Line, seats: readonly string[], peek: boolean): readonly Bit[] {
  if (peek || !isSecret(line)) return logLineBits(game, line, seats);
  const key = asOthersSee[line.key];
  return key ? logLineBits(game, { key, values: line.values }, seats) : [page("log-secret")];
}

/** What to show on the board for a line; nothing that is covered. */
export const pointsAt = (line: Line, peek: boolean): ReadonlySet<string> =>
  peek || !isSecret(line) ? wordsOf(line) : new Set();
