// One's own ratings, the ladder against the characters, and the same people again.

import { ask, isGuest } from "../server/api";
import type { Refused } from "../server/refused";

export interface ShownRating {
  readonly rating: number;
  readonly uncertainty: number;
}

export interface GuestRating {
  readonly game: string;
  readonly players: number;
  readonly now: ShownRating;
  readonly games: number;
  /** After each game, the latest first. */
  readonly course: readonly number[];
}

export interface Rung {
  readonly bot: string;
  readonly played: number;
  readonly beaten: number;
}

export interface Ladder {
  readonly game: string;
  /** From the easiest to the strongest. */
  readonly rungs: readonly Rung[];
  /** Those with a style of their own, who are no step of it. */
  readonly beside: readonly Rung[];
  /** The lowest that is not beaten; "" if all are. */
  readonly next: string;
}

export interface Standing {
  readonly ratings: readonly GuestRating[];
  readonly ladders: readonly Ladder[];
}

/** What a rated game has done to one's rating; `why` says why it does not count, "" if it does. */
export interface RatedResult {
  readonly why: string;
  readonly before: ShownRating | null;
  readonly after: ShownRating | null;
  readonly games: number;
}

/** Where one stands; null for who has never been here. */
export async function showStanding(): Promise<Standing | null> {
  if (!isGuest()) return null;
  try {
    return await ask("GET", "/api/guest/standing");
  } catch (error) {
    if ((error as Refused).code === "guest") return null;
    throw error;
  }
}

/** Whom one has beaten in a game so far; nobody, if that cannot be found out. */
export async function beatenIn(game: string): Promise<ReadonlySet<string>> {
  const standing = await showStanding().catch(() => null);
  const ladder = standing?.ladders.find((one) => one.game === game);
  const rungs = ladder ? [...ladder.rungs, ...ladder.beside] : [];
  return new Set(rungs.filter((rung) => rung.beaten).map((rung) => rung.bot));
}

const PAUSE_MS = 400;
const TRIES = 10;

/** What a finished table has done to one's rating; it may be worked out a moment after the end. */
export async function showRatedResult(table: string): Promise<RatedResult> {
  for (let tried = 1; ; tried++) {
    const found = await ask<RatedResult>("GET", `/api/tables/${encodeURIComponent(table)}/rating`);
    if (found.why !== "soon" || tried >= TRIES) return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried));
  }
}
