// Seasons of a group: the same deals for all, one's next one, and the ranking.

import { ask, beGuest } from "../server/api";
import type { Terms } from "../../table/messages/messages";

export interface SeasonSummary {
  readonly season: string;
  readonly name: string;
  readonly terms: Terms;
  readonly bots: readonly string[];
  readonly deals: number;
  readonly created_at: number;
  readonly ends_at: number;
  readonly over: boolean;
  /** Deals that one is done with. */
  readonly done: number;
  /** One of one's tables waits to be finished. */
  readonly begun: boolean;
  readonly players: number;
}

export interface RankedDeal {
  /** Nothing is known to be done; more is not to be known yet; one's own table is on; played to the end; given up. */
  readonly state?: "done" | "begun" | "finished" | "given-up";
  readonly score?: number;
  readonly result?: string;
  readonly points?: number;
  readonly lead?: number;
  readonly table?: string;
}

export interface SeasonPlayer {
  readonly name: string;
  readonly you: boolean;
  readonly line: {
    readonly member: number;
    readonly place: number;
    readonly score: number;
    readonly done: number;
    readonly deals: readonly RankedDeal[];
  };
}

export interface Season {
  readonly season: SeasonSummary;
  readonly commitment: string;
  /** "" until it is over. */
  readonly seed: string;
  readonly keeper: boolean;
  readonly ranking: readonly SeasonPlayer[];
}

export interface TableGroup {
  readonly link: string;
  readonly name: string;
  /** "": the table belongs to no season. */
  readonly season: string;
  readonly season_name: string;
  readonly deals: number;
}

const path = (link: string, rest = ""): string => `/api/groups/${encodeURIComponent(link)}/seasons${rest}`;
const one = (link: string, season: string, rest = ""): string => path(link, `/${encodeURIComponent(season)}${rest}`);

export const listSeasons = (link: string): Promise<readonly SeasonSummary[]> => ask("GET", path(link));
export const showSeason = (link: string, season: string): Promise<Season> => ask("GET", one(link, season));
export const endSeason = (link: string, season: string): Promise<void> => ask("POST", one(link, season, "/end"));

/** Begin a season; its name in addresses. */
export async function beginSeason(
  link: string,
  wish: { name: string; terms: Terms; bots: readonly string[]; deals: number; days: number },
): Promise<string> {
  return (await ask<{ season: string }>("POST", path(link), wish)).season;
}

/** One's table for the next deal, or for the one that is not finished. */
export async function playDeal(link: string, season: string): Promise<string> {
  return (await ask<{ table: string }>("POST", one(link, season, "/deals"))).table;
}

/** The group of a table; null if it has none, or one is no member. */
export async function groupOf(table: string): Promise<TableGroup | null> {
  await beGuest();
  return (await ask<{ group: TableGroup | null }>("GET", `/api/tables/${encodeURIComponent(table)}/group`)).group;
}
