// What the server sends of this game (src/heimlich/games/suitcases/display.py), typed, and questions about it.

export type Colour = "red" | "blue" | "green" | "yellow";
export const COLOURS: readonly Colour[] = ["red", "blue", "green", "yellow"];

export interface Duel {
  attacker: number;
  defence: number;
  defender?: number;
  exact?: boolean;
  spoils?: string;
}

export interface Result {
  winners: readonly number[];
  shares: readonly number[];
  ending: string;
  contents: readonly Readonly<Record<string, string>>[];
}

/** What only one seat sees: by letter what its suitcases hold, and the card that it has chosen for a duel. */
export interface Own {
  contents: Readonly<Record<string, string>>;
  chosen?: number;
}

export interface Picture {
  phase: string;
  turn: number;
  seat: number;
  colours: readonly Colour[];
  map: string;
  /** Where each agent is: `0-3` is the third agent of seat 0. Who is out is missing. */
  at: Readonly<Record<string, string>>;
  loads: Readonly<Record<string, string>>;
  lying: Readonly<Record<string, string>>;
  delivered: Readonly<Record<string, Readonly<Record<string, string>>>>;
  secrets: readonly number[];
  target: number;
  hands: Readonly<Record<string, readonly number[]>>;
  packed?: readonly number[];
  awaited?: readonly number[];
  roll?: readonly number[];
  steps?: number;
  extra?: number;
  mover?: number;
  duel?: Duel;
  losing?: number;
  result?: Result;
  own?: Own;
}

export interface Agent {
  id: string;
  seat: number;
  number: number;
  colour: Colour;
  place: string;
  load: string | null;
}

export function agentId(seat: number, number: number): string {
  return `${seat}-${number}`;
}

/** A suitcase's colour and letter: `red-A`. */
export function partsOf(suitcase: string): { colour: Colour; letter: string } {
  const [colour, letter] = suitcase.split("-");
  return { colour: colour as Colour, letter: letter ?? "" };
}

/** All agents that are still in the game, by seat and number. */
export function agentsOf(picture: Picture): Agent[] {
  return Object.entries(picture.at)
    .map(([id, place]) => {
      const [seat, number] = id.split("-").map(Number) as [number, number];
      const colour = picture.colours[seat] ?? "red";
      return { id, seat, number, colour, place, load: picture.loads[id] ?? null };
    })
    .sort((one, two) => one.seat - two.seat || one.number - two.number);
}

/** Things by the place where they are. */
export function byPlace<Thing>(things: Iterable<readonly [Thing, string]>): Map<string, Thing[]> {
  const found = new Map<string, Thing[]>();
  for (const [thing, place] of things) found.set(place, [...(found.get(place) ?? []), thing]);
  return found;
}

/** Whose decision is missing. */
export function awaitedIn(picture: Picture): readonly number[] {
  return picture.awaited ?? (picture.phase === "over" ? [] : [picture.seat]);
}

/** The steps that an agent of the seat whose turn it is could make: those left of the roll, and its own extra ones. */
export function stepsFor(picture: Picture, number: number): number {
  return (picture.steps ?? 0) + (picture.mover === number ? (picture.extra ?? 0) : 0);
}
