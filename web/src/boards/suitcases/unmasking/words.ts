// Pieces and places of a story in words.

import { say } from "../../../words/language/language.svelte";
import { either } from "../../../words/game/vocabulary";
import { partsOf } from "../picture";

export const placeName = (place: string): string => either(`suitcases.place.${place}`, place);

export const contentName = (content: number | string): string =>
  content === "bomb" ? say("unmask.bomb") : say("unmask.secrets-n", { n: Number(content) });

/** `red-2` as the log calls it. */
export function agentName(agent: string): string {
  const { colour, letter } = partsOf(agent);
  return say("suitcases.agent", { colour: say(`suitcases.colour.${colour}`), number: letter });
}
