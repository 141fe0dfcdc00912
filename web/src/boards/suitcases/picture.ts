// What the server sends of this game (src/heimlich/games/suitcases/display.py), typed, and questions about it.

export type Colour = "red" | "blue" | "green" | "yellow";
export const COLOURS: readonly Colour[] = ["red", "blue", "green", "yellow"];

export interface Duel {
  attacker: number;
  defence: number;
  defender?: number;
  exact?: boolean;
  /** The seat that wins if the cards are equal. */
  tie: number;
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
  /** By each agent that the offer names, the numbers of those that it stands for. */
  alike?: Readonly<Record<string, readonly number[]>>;
  /** Cities where whoever enters must fight, and so can go no further. */
  stops?: readonly string[];
  /** By number, agents that could make more steps than `steps`. */
  reach?: Readonly<Record<string, number>>;
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
  /** The number by which the offer names this agent, if it does: its own, or that of one that is like it. */
  speaker: number;
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
  const speakers = speakersIn(picture);
  return Object.entries(picture.at)
    .map(([id, place]) => {
      const [seat, number] = id.split("-").map(Number) as [number, number];
      const colour = picture.colours[seat] ?? "red";
      return { id, seat, number, colour, place, load: picture.loads[id] ?? null, speaker: speakers.get(id) ?? number };
    })
    .sort((one, two) => one.seat - two.seat || one.number - two.number);
}

/** By agent, the number of the one that stands for it. */
function speakersIn({ alike = {} }: Picture): Map<string, number> {
  return new Map(
    Object.entries(alike).flatMap(([id, others]) => {
      const [seat, speaker] = id.split("-").map(Number) as [number, number];
      return others.map((number) => [agentId(seat, number), speaker] as const);
    }),
  );
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

/** The steps that an agent of the seat whose turn it is could make. */
export function stepsFor(picture: Picture, number: number): number {
  return picture.reach?.[number] ?? picture.steps ?? 0;
}
