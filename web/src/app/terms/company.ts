// Which bots one plays with, when one does not choose each of them.

import type { GameInfo } from "../server/api";

/** Not one kind of bot, but a mixed company. */
export const MIXED = "";
/** In this order they are asked to come: the friendly ones first. */
const ORDER = ["casual", "careful", "newcomer", "bluffer", "regular", "snoop", "inspector", "profiler", "veteran", "master"];
/** Plays for nothing, and so is no opponent for one's first game either. */
const AIMLESS = "random";
/** Those who are no longer offered, and who took their place. */
const FORMER: Readonly<Record<string, string>> = { detective: "veteran", courier: "casual", greedy: "casual" };

/** The level that was chosen last, by its present name. */
export const present = (level: string): string => FORMER[level] ?? level;

/** The level that was chosen last, where this game has it; else a mixed company. */
export const levelIn = (game: GameInfo, level: string | null): string =>
  level !== null && game.bots.includes(present(level)) ? present(level) : MIXED;

/** Those who are no step of the ladder, but have a style of their own. */
export const beside = (game: GameInfo): string[] => game.bots.filter((bot) => bot !== AIMLESS && !game.ladder.includes(bot));

/** Kinds to choose from before a quick game: from easy to strong, then styles, then a mixed company. */
export const quickKinds = (game: GameInfo): string[] => [...game.ladder, ...beside(game), MIXED];

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
