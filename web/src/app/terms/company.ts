// Which bots one plays with, when one does not choose each of them.

import type { GameInfo } from "../server/api";

/** Not one kind of bot, but a mixed company. */
export const MIXED = "";
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

/** Draw one of the numbers below `below`. */
const drawAny = (below: number): number => Math.floor(Math.random() * below);

/** As many bots as are wanted: of the kind that was chosen, or, mixed, drawn each time from those of whom the fewest are there yet. */
export function company(
  game: GameInfo,
  number: number,
  chosen: string,
  there: readonly string[] = [],
  draw: (below: number) => number = drawAny,
): string[] {
  const opponents = game.bots.filter((bot) => bot !== AIMLESS);
  const kinds = opponents.length ? opponents : game.bots;
  const found: string[] = [];
  while (found.length < number) {
    const often = (bot: string): number => [...there, ...found].filter((one) => one === bot).length;
    const fewest = Math.min(...kinds.map(often));
    const rarest = kinds.filter((bot) => often(bot) === fewest);
    found.push(chosen === MIXED ? rarest[draw(rarest.length)]! : chosen);
  }
  return found;
}
