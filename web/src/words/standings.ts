// How it came out for everyone, the best first, in sentences of the games' own logs.

import type { SeatInfo } from "../boards/contract";
import { say, sayList, sayLogLine } from "./language.svelte";
import type { GamePicture, Picture } from "../table/model";
import type { Json } from "../table/patches";
import { unpackLine } from "../table/unpack";

interface Standing {
  readonly n: number;
  readonly text: string;
}
type Tell = (game: GamePicture, seat: number, name: string) => Standing;

const heimlichCo: Tell = (game, seat, name) => {
  const points = game.points as Readonly<Record<string, number>>;
  const rows = (game.result?.kept ?? game.result?.agents) as readonly (readonly string[])[] | undefined;
  const agents = rows?.[seat] ?? [];
  const told = agents.map((agent) => `${say(`heimlich-co.agent.${agent}`)} (${points[agent] ?? 0})`);
  return {
    n: Math.max(...agents.map((agent) => points[agent] ?? 0)),
    text: say("heimlich-co.reveal", { seat: name, agents: sayList(told) }),
  };
};

const suitcases: Tell = (game, seat, name) => {
  const n = (game.secrets as readonly number[])[seat] ?? 0;
  return { n, text: say("suitcases.points", { seat: name, n }) };
};

const KNOWN: Readonly<Record<string, Tell>> = { "heimlich-co": heimlichCo, suitcases };

/** One sentence for each player; none where nothing was decided. */
export function standings({ table, game }: Picture, seats: readonly SeatInfo[]): string[] {
  const tell = KNOWN[table.terms.game];
  if (!tell || !game?.result) return [];
  const { winners } = game.result;
  const wins = (seat: number): number => Number(winners.includes(seat));
  return seats
    .map(({ seat, name }) => ({ seat, ...tell(game, seat, name) }))
    .toSorted((one, other) => wins(other.seat) - wins(one.seat) || other.n - one.n)
    .map(({ text }) => text);
}

/** Why it came out so, in sentences of the game's log. */
export function reasons({ table, game }: Picture, seats: readonly SeatInfo[]): string {
  const names = seats.map(({ name }) => name);
  const lines = (game?.result?.why ?? []) as readonly Json[];
  return lines.map((line) => sayLogLine(table.terms.game, unpackLine(line, {}), names)).join(" ");
}
