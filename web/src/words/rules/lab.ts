// What simulated games have shown (docs/lab.json, which `heimlich lab --page` writes beside docs/lab.md).

import type { Language } from "../language/language.svelte";

/** A mean, and the range that nine games in ten lie in. */
export type Spread = readonly [mean: number, low: number, high: number];

export interface LabRow {
  readonly turns: Spread;
  readonly scorings?: Spread;
  /** Wins of the first and of the last to move, games that nobody wins and that several win: all in per cent. */
  readonly first: number;
  readonly last: number;
  readonly nobody: number;
  readonly shared: number;
}

export interface Lab {
  /** Of each study. */
  readonly games: number;
  /** By ruleset, then by number of players. */
  readonly studies: Readonly<Record<string, Readonly<Record<string, LabRow>>>>;
}

const files = import.meta.glob<Lab>("../../../../docs/lab.json", { import: "default" });

export async function loadLab(): Promise<Lab> {
  const [read] = Object.values(files);
  return (await read?.()) ?? { games: 0, studies: {} };
}

const MARKS: Readonly<Record<Language, readonly [group: string, decimal: string]>> = {
  en: [",", "."],
  de: [".", ","],
  fr: ["\u202f", ","],
};

/** A figure as it is written in a language. Not by Intl.NumberFormat: its tables take a slow phone a long task to load. */
export function figure(n: number, language: Language): string {
  const [group, decimal] = MARKS[language];
  const [whole = "", part] = String(n).split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return part ? `${grouped}${decimal}${part}` : grouped;
}

/** Seconds that people take, by our guess: for a turn, for one with cards or with much to do, for a scoring. */
export const PACE = { turn: 30, cards: 45, scoring: 30, long: 60 } as const;

/** Minutes that a game of so many turns and scorings takes, about: in fives from twenty on, for nobody knows it better. */
export function minutesOf(turns: number, turn: number, scorings = 0, slowness = 1): number {
  const minutes = (slowness * (turns * turn + scorings * PACE.scoring)) / 60;
  return minutes < 20 ? Math.round(minutes) : 5 * Math.round(minutes / 5);
}
