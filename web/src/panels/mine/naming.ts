// Names for the kinds of games among which one can choose.

import type { Filter } from "../../app/people/own-games";
import { editionName } from "../../boards/registry";
import { canSay, say } from "../../words/language/language.svelte";
import { botLevel } from "../../words/game/names";

/** A kind of game in words: which game, edition, number of players, opponents or result. */
export function kindName(filter: Filter, key: string): string {
  if (filter === "game") return say(`${key}.title`);
  if (filter === "edition") return editionName(key);
  if (filter === "result") return say(`mine.result.${key}`);
  if (filter === "players") return key;
  return canSay(`mine.company.${key}`) ? say(`mine.company.${key}`) : botLevel(key);
}
