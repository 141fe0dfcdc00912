// The walks that a log tells of, for trails on the street.

import { isLine, isList } from "../../../table/messages/unpack";
import { pieceWord } from "../../../words/language/catalogue";
import type { TurnLines } from "../../../words/game/turns";
import { placeNumber, wrap } from "../picture";

/** An agent's way along the street: where it began, and how many buildings it passed. */
export interface Walk {
  readonly agent: string;
  readonly from: number;
  readonly steps: number;
}

/** What a move's line tells: for each agent, how far it went and where it stands now. */
export function walksIn(turns: readonly TurnLines[]): Walk[] {
  return turns.flatMap(({ lines }) =>
    lines.flatMap(({ key, values: { walks } }) => {
      if (key !== "move" || typeof walks !== "object" || !isList(walks)) return [];
      return walks.flatMap((walk) => {
        if (typeof walk !== "object" || isList(walk) || !isLine(walk)) return [];
        const { agent, n, place } = walk.values;
        const to = typeof place === "object" && "name" in place ? placeNumber(place.name) : -1;
        if (to < 0 || typeof n !== "number") return [];
        return [{ agent: pieceWord(agent), from: wrap(to - n), steps: n }];
      });
    }),
  );
}
