// Standing groups: one's own, and one by its link.

import { ask, beGuest, isGuest, type TableSummary } from "../server/api";
import type { Terms } from "../../table/messages/messages";
import type { Refused } from "../server/refused";

export interface OwnGroup {
  readonly link: string;
  readonly name: string;
  readonly members: number;
  /** One keeps it oneself. */
  readonly keeper: boolean;
  readonly tables: readonly TableSummary[];
}

/** A table of one's group at which one could sit down. */
export interface GroupTable {
  readonly group: OwnGroup;
  readonly table: TableSummary;
}

export interface Member {
  readonly number: number;
  readonly name?: string;
  readonly keeper?: boolean;
  readonly you?: boolean;
}

export interface PastTable {
  readonly table: string;
  readonly ended_at: number;
  readonly game: string;
  readonly edition: string;
  /** `over`, or `ended` by agreement. */
  readonly ended: string;
  /** null if the table is gone. */
  readonly terms: Terms | null;
  readonly variants: readonly string[];
  readonly house: readonly (readonly [string, string])[];
  readonly seats: readonly { readonly name?: string; readonly bot?: string; readonly points?: number; readonly won?: boolean }[];
  readonly replay: boolean;
}

export interface Score {
  readonly member: number;
  readonly played: number;
  readonly won: number;
  readonly shared: number;
  /** Of all wins: one shared by two counts half. */
  readonly share: number;
  readonly points: number;
}

export interface Group {
  readonly link: string;
  readonly name: string;
  /** The one who keeps the group first. */
  readonly members: readonly Member[];
  /** One wants to be called when a table is opened. */
  readonly called: boolean;
  readonly tables: readonly TableSummary[];
  readonly past: readonly PastTable[];
  readonly page: number;
  readonly pages: number;
  readonly results: readonly { readonly game: string; readonly games: number; readonly scores: readonly Score[] }[];
}

export interface GroupAnswer {
  readonly invitation: { readonly name: string; readonly keeper: string; readonly members: number };
  /** null for somebody who is not a member. */
  readonly group: Group | null;
}

const path = (link: string, rest = ""): string => `/api/groups/${encodeURIComponent(link)}${rest}`;

/** One's groups; none for who has never been here. */
export async function listGroups(): Promise<readonly OwnGroup[]> {
  if (!isGuest()) return [];
  try {
    return await ask("GET", "/api/guest/groups");
  } catch (error) {
    if ((error as Refused).code === "guest") return [];
    throw error;
  }
}

/** Make a group; its link. */
export async function makeGroup(name: string): Promise<string> {
  await beGuest();
  return (await ask<{ link: string }>("POST", "/api/groups", { name })).link;
}

export const showGroup = (link: string, page = 0): Promise<GroupAnswer> => ask("GET", path(link, page ? `?page=${page}` : ""));

export async function joinGroup(link: string): Promise<void> {
  await beGuest();
  await ask("POST", path(link, "/members"));
}

export const leaveGroup = (link: string): Promise<void> => ask("DELETE", path(link, "/members"));
export const deleteGroup = (link: string): Promise<void> => ask("DELETE", path(link));
export const renameGroup = (link: string, name: string): Promise<void> => ask("PATCH", path(link), { name });
export const handOver = (link: string, member: number): Promise<void> => ask("PUT", path(link, "/keeper"), { member });
export const setCalled = (link: string, called: boolean): Promise<void> => ask("PUT", path(link, "/calls"), { called });

/** Remove somebody; the group's new link, as they know the old one. */
export const removeMember = async (link: string, member: number): Promise<string> =>
  (await ask<{ link: string }>("DELETE", path(link, `/members/${member}`))).link;

export const renewLink = async (link: string): Promise<string> => (await ask<{ link: string }>("POST", path(link, "/link"))).link;
