// How quickly the turns of bots are shown, and how long each stays before the next one begins. Reduced motion takes the
// motion away and not the time: what would have moved for a while stands for as long.

import type { TablePicture } from "../table/messages/model";

export const TEMPOS = ["slow", "normal", "fast", "step"] as const;
export type Tempo = (typeof TEMPOS)[number];

/** What the queue of updates asks before it goes on. `live`: others wait, or a clock runs, so nothing is held back. */
export interface Timing {
  readonly tempo: Tempo | "live";
  readonly still: boolean;
}

/** How long bots take at least before they decide, in ms: it follows from what the form says. */
export const BOT_PACE_MS: Readonly<Record<Tempo, number>> = { slow: 2000, normal: 900, fast: 300, step: 300 };

/** How long an update of others stays, in ms: one in the middle of a turn, and one that ends it. */
const REST_MS: Readonly<Record<Timing["tempo"], readonly [within: number, turn: number]>> = {
  slow: [800, 2600],
  normal: [200, 900],
  step: [200, 200],
  fast: [0, 0],
  live: [0, 0],
};
const MOTION_MS = 1300; // what an update would have moved for, where nothing moves
const STRETCH: Readonly<Record<Timing["tempo"], number>> = { slow: 1.4, normal: 1, step: 1, fast: 0.6, live: 1 };

/** How long an update that others caused stays before the next one. */
export function restMs({ tempo, still }: Timing, endsTurn: boolean): number {
  const rest = REST_MS[tempo][endsTurn ? 1 : 0];
  return rest && still ? rest + MOTION_MS * STRETCH[tempo] : rest;
}

/** How long motion takes, as a share of what it was designed to take. */
export const stretch = (tempo: Timing["tempo"]): number => STRETCH[tempo];

/** Updates that may wait; with more, the eldest are acted out together with the next. */
export const behind = (tempo: Timing["tempo"]): number => (tempo === "live" || tempo === "fast" ? 3 : 50);

/** The reader's own choice, or, where there is none, what the table's bots were told. */
export function tempoOf(chosen: Tempo | "", botPaceMs = BOT_PACE_MS.normal): Tempo {
  if (chosen) return chosen;
  if (botPaceMs <= BOT_PACE_MS.fast) return "fast";
  return botPaceMs >= BOT_PACE_MS.slow ? "slow" : "normal";
}

/** Whether this reader can let the bots wait: no clock runs, and nobody else who plays here would wait for them. */
export function canWait(table: TablePicture, person: number): boolean {
  const seated = Object.values(table.seats).flatMap(({ who }) => who ?? []);
  if (!seated.includes(person)) return true; // looks on: nobody waits for that
  return (table.terms.clock?.kind ?? "off") === "off" && seated.every((who) => who === person);
}
