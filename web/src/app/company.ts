// Which bots one plays with, when one does not choose each of them.

import type { GameInfo } from "./api";

/** Not one kind of bot, but a mixed company. */
export const MIXED = "";
/** In this order they are asked to come: the friendly ones first. */
const ORDER = ["casual", "careful", "newcomer", "bluffer", "detective", "master"];

/** The level that was chosen last, where this game has it; else a mixed company. */
export const levelIn = (game: GameInfo, level: string | null): string =>
  level !== null && game.bots.includes(level) ? level : MIXED;

/** Kinds to choose from before a quick game: the easier ones first, then a mixed company; nobody who plays at random. */
export function quickKinds(game: GameInfo): string[] {
  const levels = ["newcomer", "casual", "careful", "bluffer", "detective", "master"];
  return [...levels.filter((bot) => game.bots.includes(bot)), MIXED];
}

/** So many bots: of the kind that was chosen, or, mixed, each time one of whom the fewest are there yet. */
export function company(game: GameInfo, number: number, chosen: string, there: readonly string[] = []): string[] {
  const asked = ORDER.filter((bot) => game.bots.includes(bot));
  const kinds = asked.length ? asked : game.bots;
  const found: string[] = [];
  while (found.length < number) {
    const often = (bot: string): number => [...there, ...found].filter((one) => one === bot).length;
    const next = kinds.reduce((best, bot) => (often(bot) < often(best) ? bot : best));
    found.push(chosen === MIXED ? next : chosen);
  }
  return found;
}
