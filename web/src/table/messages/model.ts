// What one pair of eyes knows of a table: the picture that a snapshot began and updates go on with, the log, the chat.
// Pure: messages in, a new value out. connection/follower.svelte.ts keeps it and connects it to a socket.

import type { News, Part, SeatInfo } from "../../boards/contract";
import type { ChatLine, Snapshot, Terms, Update } from "./messages";
import { applyPatch, type Json, type JsonObject, sameJson } from "./patches";
import { type Line, type Names, unpackLine, unpackOffer } from "./unpack";

export type Stage = "waiting" | "playing" | "paused" | "over" | "ended" | "closed";

/** A seat's chair: a person's (with the reason why a bot stands in, if one does) or a bot's, which has a name; so
 * has who plays here, where several play at one device. */
export interface Chair {
  readonly who?: number;
  readonly bot?: string;
  readonly name?: string;
  readonly stand_in?: string;
}

export interface Person {
  readonly name: string;
  readonly gone?: boolean;
  /** A screen that only shows the board. */
  readonly board?: boolean;
}

/** What one spectator guessed in secret; `who` if they agreed to be named. */
export interface SpectatorGuess {
  readonly agents: Readonly<Record<string, string>>;
  readonly right: number;
  readonly points: number;
  readonly who?: number;
}

export interface TablePicture {
  readonly id: string;
  readonly stage: Stage;
  readonly terms: Terms;
  readonly version: number;
  readonly host: number;
  readonly people: Readonly<Record<string, Person>>;
  readonly seats: Readonly<Record<string, Chair>>;
  /** Where dice and bots follow a lesson's record, instead of `fair`. */
  readonly lesson?: string;
  readonly fair?: {
    readonly commitment: string;
    readonly entropy?: Readonly<Record<string, string>>;
    readonly seed?: string;
    readonly twins?: readonly string[];
  };
  readonly wishes?: Readonly<Partial<Record<"pause" | "resume" | "end", readonly number[]>>>;
  readonly rematch?: string;
  readonly rematch_of?: string;
  /** The deal and dice of a table that was over: anyone can know them. */
  readonly duplicate?: true;
  /** Of a season, from 1. */
  readonly deal?: number;
  /** After the end: what spectators guessed, the best first. */
  readonly guesses?: readonly SpectatorGuess[];
  /** By seat, after the end: the pads that were shown. */
  readonly pads?: Readonly<
    Record<string, { readonly marks: readonly (readonly [string, string, string])[]; readonly text: string }>
  >;
  /** By seat, after the end: what its bot says. */
  readonly afterwords?: Readonly<Record<string, { readonly at: number; readonly lines: readonly Json[] }>>;
}

/** What all games' pictures have in common; the rest is the board's affair. */
export interface GamePicture extends JsonObject {
  readonly phase: string;
  readonly turn: number;
  readonly seat: number;
  readonly awaited?: readonly number[];
  /** All are asked at once, and who is asked could tell of a hand. */
  readonly together?: boolean;
  readonly own?: JsonObject;
  readonly result?: { readonly winners: readonly number[]; readonly ending: string } & JsonObject;
}

export interface SeatClock {
  readonly left: number;
  readonly since?: number;
}

export interface Picture {
  readonly table: TablePicture;
  readonly game?: GamePicture;
  readonly offer?: unknown;
  readonly me?: { readonly held?: string; readonly standing?: boolean; readonly stand_in?: string; readonly decided?: number };
  readonly clock?: Readonly<Record<string, SeatClock>>;
  readonly revealed?: readonly JsonObject[];
}

export interface LogEntry {
  readonly id: number;
  readonly line: Line;
  /** Came as news, and not with the snapshot. */
  readonly fresh: boolean;
}

export interface Known {
  readonly n: number;
  readonly picture: Picture;
  readonly offer: readonly Part[];
  readonly names: Names;
  readonly log: readonly LogEntry[];
  readonly chat: readonly ChatLine[];
  readonly news: readonly News[];
}

export const KEPT_LINES = 400;
export const KEPT_NEWS = 60;

/** All that a snapshot tells. What was known already is the same object: after a lost connection a question is the same. */
export function begin(snapshot: Snapshot, known: Known | null = null): Known {
  const picture = snapshot.p as unknown as Picture;
  return {
    n: snapshot.n,
    picture,
    offer: known && sameJson(picture.offer, known.picture.offer) ? known.offer : unpackOffer(picture.offer),
    names: snapshot.names,
    log: (snapshot.l ?? []).map((line, id) => ({ id, line: unpackLine(line, snapshot.names), fresh: false })),
    chat: snapshot.c ?? [],
    news: [],
  };
}

/** What is known after an update; null if something is missing between, and all must be asked for anew. */
export function goOn(known: Known, update: Update): Known | null {
  if (update.n <= known.n) return known; // had it already, before the connection was lost
  if (update.n !== known.n + 1) return null;
  const picture = applyPatch(known.picture as unknown as JsonObject, update.p ?? {}) as unknown as Picture;
  const next = (known.log.at(-1)?.id ?? -1) + 1;
  const lines = (update.l ?? []).map((line, index) => ({
    id: next + index,
    line: unpackLine(line, known.names),
    fresh: true,
  }));
  return {
    n: update.n,
    picture,
    offer: picture.offer === known.picture.offer ? known.offer : unpackOffer(picture.offer),
    names: known.names,
    log: lines.length ? [...known.log, ...lines].slice(-KEPT_LINES) : known.log,
    chat: update.c?.length ? [...known.chat, ...update.c].slice(-KEPT_LINES) : known.chat,
    news: [...known.news, { n: update.n, events: update.e ?? [] }].slice(-KEPT_NEWS),
  };
}

// Questions that the page asks of a picture

export function seatsOf(table: TablePicture, person: number): number[] {
  if (!person) return [];
  return Object.entries(table.seats)
    .filter(([, chair]) => chair.who === person)
    .map(([seat]) => Number(seat));
}

/** Whose decision is missing, as far as these eyes may know. */
export function awaitedIn(picture: Picture): readonly number[] {
  const { game, table } = picture;
  if (!game || table.stage !== "playing" || game.result) return [];
  return game.awaited ?? [game.seat];
}

export const isFinished = (stage: Stage): boolean => stage === "over" || stage === "ended" || stage === "closed";

/** How someone is called, where he has given no name. */
export type Unnamed = (kind: "guest" | "free", number: number) => string;

export function personName(table: TablePicture, person: number, unnamed: Unnamed): string {
  return table.people[person]?.name || unnamed("guest", person);
}

/** Who sits where, free seats included. */
export function seatInfos(table: TablePicture, person: number, unnamed: Unnamed): SeatInfo[] {
  return Array.from({ length: table.terms.seats }, (_, seat) => {
    const chair = table.seats[seat];
    if (chair?.bot) return { seat, name: chair.name ?? chair.bot, bot: chair.bot, you: false };
    if (!chair?.who) return { seat, name: unnamed("free", seat + 1), bot: null, you: false };
    return { seat, name: chair.name || personName(table, chair.who, unnamed), bot: null, you: chair.who === person };
  });
}

/** Time left in ms at a moment of the server's clock; null where nobody loses time. */
export function timeLeft(clock: SeatClock | undefined, at: number): number | null {
  if (!clock) return null;
  return clock.since === undefined ? clock.left : clock.left - Math.max(0, at - clock.since);
}
