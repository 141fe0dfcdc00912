// What the page gives a board, and what it takes from it. A board knows no rules: it draws the picture it is given, and
// its controls are drawn from the offer.

import type { Terms } from "../table/messages";

/** One part of an offer, unpacked: a set of actions, each spelt as words of the notation. */
export type Part =
  | { kind: "say"; words: readonly string[] }
  | { kind: "pick"; verb: string; options: readonly string[] }
  | { kind: "distribute"; verb: string; totals: readonly number[]; over: readonly string[]; most: number }
  | {
      kind: "targets";
      verb: string;
      item: string;
      groups: readonly (readonly string[])[];
      picks: readonly number[];
      ordered: boolean;
      amounts: readonly string[];
    }
  | { kind: "ballot"; verb: string; questions: readonly (readonly [string, readonly string[]])[] };

/** Who sits where. */
export interface SeatInfo {
  seat: number;
  name: string;
  bot: string | null;
  you: boolean;
}

/** What happened in one update: the events in notation, and the lines of the log as they were sent. */
export interface News {
  n: number;
  events: readonly string[];
}

/** Says a key of the catalogue (`board-heimlich-co.confirm`, `heimlich-co.place.7`) with its values filled in. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export interface BoardProps {
  /** `picture.game`: what these eyes may know; `own` in it is what only this seat knows. */
  game: Readonly<Record<string, unknown>>;
  /** Whose eyes; null looks on. */
  seat: number | null;
  seats: readonly SeatInfo[];
  terms: Terms;
  /** What this seat may decide now; empty when nothing is asked of it. */
  offer: readonly Part[];
  /** Sends a decision, in notation: `move red 2 blue 3`. Resolves when it is on disk, rejects with words for people. */
  act: (action: string) => Promise<void>;
  /** A decision is on its way, or what follows from it is. */
  busy: boolean;
  /** More has happened already: what moves shall be quick. */
  hurried: boolean;
  /** The updates since the board was mounted, the newest last; for animations only, never for the state. */
  news: readonly News[];
  /** Words of the notation (agents, places, suitcases) that a pointed-at entry of the log is about. */
  highlight: ReadonlySet<string>;
  /** Whether secrets of this seat may be shown openly now (hold-to-peek, and never behind a hot-seat curtain). */
  peek: boolean;
  /** Nothing may move: the reader asked for reduced motion. */
  still: boolean;
  say: Say;
  /** The newest lines of the log, in words, as far as the board has shown what they tell. */
  latest?: readonly string[];
}
