// How it came out for everyone, the best first, in sentences of the games' own logs.

import type { SeatInfo } from "../../boards/contract";
import { factsOf } from "../../boards/registry";
import type { Picture } from "../../table/messages/model";
import type { Json } from "../../table/messages/patches";
import { unpackLine } from "../../table/messages/unpack";
import { sayLogLine } from "../../words/language/language.svelte";

/** One sentence for each player; none where nothing was decided. */
export function standings({ table, game }: Picture, seats: readonly SeatInfo[]): string[] {
  if (!game?.result) return [];
  const { standing } = factsOf(table.terms.game);
  const { winners } = game.result;
  const wins = (seat: number): number => Number(winners.includes(seat));
  return seats
    .map(({ seat, name }) => ({ seat, ...standing(game, seat, name) }))
    .toSorted((one, other) => wins(other.seat) - wins(one.seat) || other.n - one.n)
    .map(({ text }) => text);
}

/** Why it came out so, in sentences of the game's log. */
export function reasons({ table, game }: Picture, seats: readonly SeatInfo[]): string {
  const names = seats.map(({ name }) => name);
  const lines = (game?.result?.why ?? []) as readonly Json[];
  return lines.map((line) => sayLogLine(table.terms.game, unpackLine(line, {}), names)).join(" ");
}
