// The steps that the log tells of, for the trails of one who comes to the board later.

import { isList, isTerm } from "../../../table/messages/unpack";
import { pieceWord } from "../../../words/language/catalogue";
import type { TurnLines } from "../../../words/game/turns";
import type { Atlas } from "../map/atlas";
import { type Colour, partsOf } from "../picture";
import type { Footstep } from "./scenes";

/** The steps of some turns. Where an agent came from, all turns until then tell. */
export function footstepsIn(
  trail: readonly TurnLines[],
  turns: readonly TurnLines[],
  colours: readonly Colour[],
  { places, neighbours }: Atlas,
): Footstep[] {
  const homes = new Map([...places.values()].flatMap(({ id, kind, colour }) => (kind === "start" ? [[colour, id]] : [])));
  const wanted = new Set(trail.map(({ id }) => id));
  const at = new Map<string, string>();
  const steps: Footstep[] = [];
  for (const { id, lines } of turns) {
    for (const { key, values } of lines) {
      const agent = pieceWord(values.agent);
      if (key === "duel-back") at.delete(agent);
      if (key !== "step" || typeof values.place !== "object" || isList(values.place) || !isTerm(values.place)) continue;
      const { colour, letter } = partsOf(agent);
      const [from, to] = [at.get(agent) ?? homes.get(colour) ?? "", values.place.name];
      at.set(agent, to);
      // Of a beginning that the log does not tell, no line leads across the map.
      if (wanted.has(id) && neighbours.get(from)?.includes(to))
        steps.push({ seat: colours.indexOf(colour), number: Number(letter), from, to });
    }
  }
  return steps;
}
