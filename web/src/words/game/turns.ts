// The log by turns and rounds, and what the others did since one's own last turn. Every turn of every game begins with a
// roll, whose line tells the seat.

import type { LogEntry } from "../../table/messages/model";
import { isList, isTerm, type Line } from "../../table/messages/unpack";

const ROLL = "roll";
/** How the key of the line begins that tells why a game is over. */
const OVER = "over";

export interface TurnLines {
  /** The id of its first entry. */
  readonly id: number;
  /** Whose turn it is. */
  readonly seat: number;
  readonly lines: readonly Line[];
}

/** The seat that a line names as the one who did it; null: it names none. */
export function seatIn({ values }: Line): number | null {
  const { seat } = values;
  return typeof seat === "object" && !isList(seat) && isTerm(seat) && seat.kind === "seat" ? Number(seat.name) : null;
}

/** Who did what a line tells: the seat it names, or, where it names other things, whoever has the turn; null: nobody. */
function actorIn(line: Line, roller: number | null): number | null {
  const seat = seatIn(line);
  if (seat !== null) return seat;
  return "seats" in line.values || !Object.keys(line.values).length ? null : roller;
}

/** Somebody has rolled. */
export const hasTurns = (log: readonly LogEntry[]): boolean => log.some(({ line }) => line.key === ROLL);

/** All turns that the log tells of whole, in order. */
export function turnsIn(log: readonly LogEntry[]): TurnLines[] {
  const turns: { id: number; seat: number; lines: Line[] }[] = [];
  for (const { id, line } of log) {
    if (line.key === ROLL) turns.push({ id, seat: seatIn(line) ?? -1, lines: [line] });
    else turns.at(-1)?.lines.push(line);
  }
  return turns;
}

/** Of one's own turn, what others did in it: from the first card of somebody else on. */
function byOthers(turn: TurnLines): TurnLines {
  const from = turn.lines.findIndex((line) => line.key === "play" && seatIn(line) !== turn.seat);
  return { ...turn, lines: from < 0 ? [] : turn.lines.slice(from) };
}

/**
 * The turns since a seat last decided in a turn of its own; for those who look on, one turn of everybody. A turn in which
 * nothing has been decided yet is none.
 */
export function sinceOwnTurn(log: readonly LogEntry[], seat: number | null, seats: number): TurnLines[] {
  const turns = turnsIn(log);
  if (seat === null) return turns.filter(({ lines }) => lines.length > 1).slice(-seats);
  const own = turns.findLastIndex((turn) => turn.seat === seat && turn.lines.length > 1);
  const others = turns.slice(own + 1).filter((turn) => turn.seat !== seat && turn.lines.length > 1);
  const inOwn = own < 0 ? null : byOthers(turns[own]!);
  return inOwn?.lines.length ? [inOwn, ...others] : others;
}

/** An entry of the log, with who did it and the round that it belongs to. */
export interface Told {
  readonly entry: LogEntry;
  /** null: nobody; it happened before the first turn, or to the table. */
  readonly seat: number | null;
  /** 0: before the first one. */
  readonly round: number;
}

/**
 * The log by rounds. A round is over when somebody is on turn who comes no later than the one before, counted from who
 * began. In a log whose beginning is missing, every so many turns are a round.
 */
export function roundsIn(log: readonly LogEntry[], seats: number, turn: number): Told[] {
  const rollers = log.flatMap(({ line }) => (line.key === ROLL ? [seatIn(line) ?? 0] : []));
  const unseen = Math.max(0, turn - rollers.length); // turns before the first one that is told
  const order = (seat: number): number => (seat - (rollers[0] ?? 0) + seats) % seats;
  let told = 0;
  let round = Math.ceil(unseen / seats);
  let over = false; // what is told from then on, nobody does
  return log.map((entry) => {
    over ||= entry.line.key.startsWith(OVER);
    if (entry.line.key === ROLL) {
      const [before, now] = [rollers[told - 1], rollers[told]!];
      told++;
      if (unseen) round = Math.ceil((unseen + told) / seats);
      else if (before === undefined || order(now) <= order(before)) round++;
    }
    return { entry, seat: over ? seatIn(entry.line) : actorIn(entry.line, rollers[told - 1] ?? null), round };
  });
}
