// One's own finished games, and the figures over them.

import { ask, isGuest } from "../server/api";
import type { Refused } from "../server/refused";

export interface PlayedSeat {
  readonly name?: string;
  readonly bot?: string;
  readonly points?: number;
  readonly agents?: readonly string[];
  readonly won?: boolean;
  readonly you?: boolean;
}

export interface PlayedGame {
  readonly table: string;
  readonly ended_at: number;
  readonly game: string;
  readonly edition: string;
  readonly variants: readonly string[];
  readonly house: readonly (readonly [string, string])[];
  readonly result: string;
  readonly company: string;
  readonly seats: readonly PlayedSeat[];
  readonly replay: boolean;
}

export interface Rate {
  readonly key: string;
  readonly played: number;
  readonly won: number;
  readonly shared: number;
}

export interface Figures {
  readonly played: number;
  readonly won: number;
  readonly shared: number;
  readonly by_game: readonly Rate[];
  readonly by_edition: readonly Rate[];
  readonly by_players: readonly Rate[];
  readonly by_company: readonly Rate[];
  readonly points: readonly { readonly key: string; readonly played: number; readonly own: number; readonly given: number }[];
  readonly covers: number;
  readonly covers_kept: number;
  readonly asked: number;
  readonly found: number;
  /** The latest results, the last one first. */
  readonly form: readonly string[];
}

export interface Kinds {
  readonly games: readonly string[];
  readonly editions: readonly string[];
  readonly players: readonly number[];
  readonly companies: readonly string[];
  readonly results: readonly string[];
}

export interface PlayedGames {
  readonly games: readonly PlayedGame[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly kinds: Kinds;
  readonly figures: Figures;
  /** Older games are still being worked out. */
  readonly more: boolean;
}

/** What one wants to see; "": all of it. */
export const FILTERS = ["game", "edition", "players", "company", "result"] as const;
export type Filter = (typeof FILTERS)[number];
export type Choice = Readonly<Record<Filter, string>>;

/** A choice as an address has it. */
export function choiceOf(query: URLSearchParams): Choice {
  return Object.fromEntries(FILTERS.map((filter) => [filter, query.get(filter) ?? ""])) as Choice;
}

/** The address for a choice and a page, without what is as usual. */
export function queryOf(choice: Choice, page: number): string {
  const query = new URLSearchParams();
  for (const filter of FILTERS) if (choice[filter]) query.set(filter, choice[filter]);
  if (page) query.set("page", String(page));
  return query.size ? `?${query}` : "";
}

/** One's finished games; null for who has never been here. */
export async function listOwnGames(choice: Choice, page: number): Promise<PlayedGames | null> {
  if (!isGuest()) return null;
  try {
    return await ask("GET", `/api/guest/games${queryOf(choice, page)}`);
  } catch (error) {
    if ((error as Refused).code === "guest") return null;
    throw error;
  }
}
