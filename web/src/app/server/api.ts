// What is asked over HTTP: who one is, which games and tables there are. Everything at a table goes over its socket.

import type { Replay, Story, Terms, You } from "../../table/messages/messages";
import { at } from "../router/base";
import { forgetPreferences, prefer, preferences } from "../device/preferences.svelte";
import { Refused } from "./refused";
import { app, forgetKept } from "../device/worker.svelte";

export interface SettingInfo {
  name: string;
  rule: string;
  meaning: string;
  kind: "yes-no" | "whole" | "choice" | "text";
  choices: string[];
  looks_like: string;
  /** Bounds of a whole number; "" for every other kind. */
  least: string;
  most: string;
}

export interface GameInfo {
  id: string;
  editions: Record<string, string[]>;
  players: Record<string, [number, number]>;
  bots: string[];
  /** Those of them that are steps from easy to strong, in this order. */
  ladder: string[];
  /** Who each of them is. */
  characters: Record<string, string>;
  settings: SettingInfo[];
  /** Each edition's settings as text. */
  values: Record<string, Record<string, string>>;
  /** What each variant of an edition changes. */
  changes: Record<string, Record<string, Record<string, string>>>;
  /** House rules to offer, by number of players. */
  suggested: Record<string, Record<string, string>>;
}

export interface TableSummary {
  table: string;
  stage: string;
  terms: Terms;
  host: string;
  seats: { name?: string; bot?: string; taken?: boolean }[];
  people: number;
  created_at: number;
  /** The deal and dice of a table that was over: anyone can know them. */
  duplicate?: boolean;
  /** The lesson that is given there. */
  lesson?: string;
}

/** An unfinished table at which one has seats. */
export interface OwnTable {
  table: TableSummary;
  seats: readonly number[];
  /** One of these seats has to decide. */
  turn: boolean;
  /** Seats of others that have to decide. */
  awaited: readonly number[];
}

export async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(at(path), {
      method,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new Refused("offline", "");
  }
  app.keptAt = Number(response.headers.get("x-heimlich-kept") ?? 0); // the worker had kept it
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const { code, text } = (answer ?? {}) as { code?: string; text?: string };
    throw new Refused(response.status === 401 ? "guest" : (code ?? "server"), text ?? "");
  }
  return answer as Answer;
}

let welcomed: Promise<void> | null = null;
const BEEN_HERE = "heimlich.guest";

/** This browser has never been a guest here, as far as its storage knows. Without storage, the cookie must tell. */
function isNew(): boolean {
  try {
    return localStorage.getItem(BEEN_HERE) === null;
  } catch {
    return false;
  }
}

async function welcome(): Promise<void> {
  if (!isNew()) {
    try {
      noteName(await ask("GET", "/api/guest"));
      return;
    } catch (error) {
      if ((error as Refused).code !== "guest") throw error;
    }
  }
  // Whoever the cookie is known for stays that guest, even where this browser has forgotten all the rest.
  const guest = await ask<{ nickname: string }>("POST", "/api/guests", { nickname: preferences.nickname });
  noteName(guest);
  noteGuest();
}

/** The name that the server knows, where this browser has forgotten it. */
function noteName({ nickname }: { nickname: string }): void {
  if (!preferences.nickname && nickname) prefer({ nickname });
}

function noteGuest(): void {
  try {
    localStorage.setItem(BEEN_HERE, "yes");
  } catch {
    // the cookie is what counts
  }
}

/** Be someone here: the guest of this browser's cookie, or a new one. */
export function beGuest(anew = false): Promise<void> {
  if (!welcomed || anew) {
    welcomed = welcome().catch((error: unknown) => {
      welcomed = null;
      throw error;
    });
  }
  return welcomed;
}

export async function rename(nickname: string): Promise<void> {
  await beGuest();
  await ask("PATCH", "/api/guest", { nickname });
}

export const listGames = (): Promise<GameInfo[]> => ask("GET", "/api/games");
export const listTables = (): Promise<TableSummary[]> => ask("GET", "/api/tables");

/** The tables at which one has a seat, not all if there are very many; none for who has never been here. */
export async function listOwnTables(most = ""): Promise<OwnTable[]> {
  if (isNew()) return [];
  try {
    return await ask("GET", `/api/guest/tables${most && `?most=${most}`}`);
  } catch (error) {
    if ((error as Refused).code === "guest") return [];
    throw error;
  }
}

/** `claims`: seats for which one may ask a bot to move, each with the ms until then. */
export const showTable = (
  table: string,
): Promise<{ table: TableSummary; you: Partial<You>; claims: Readonly<Record<string, number>> }> =>
  ask("GET", `/api/tables/${encodeURIComponent(table)}`);

/** A new table; for the group of this link, if one is named. */
export async function makeTable(terms: Terms, group = ""): Promise<string> {
  await beGuest();
  const path = group ? `/api/groups/${encodeURIComponent(group)}/tables` : "/api/tables";
  return (await ask<{ table: string }>("POST", path, { terms })).table;
}

/** A table for the people of a finished one, with the same terms; the one that is open already, if there is one. */
export async function openAgain(table: string): Promise<string> {
  return (await ask<{ table: string }>("POST", `/api/tables/${encodeURIComponent(table)}/again`)).table;
}

export async function makeCode(): Promise<{ code: string; minutes: number }> {
  await beGuest();
  return ask("POST", "/api/guest/codes");
}

/** Be the guest who made this code, on this device too; `bring` as for a passkey. */
export async function useCode(code: string, bring: boolean | null): Promise<void> {
  await become(await ask("POST", "/api/guest/moves", { code, bring }));
}

/** This browser's cookie is that of another guest now. */
export async function become({ nickname }: { nickname: string }): Promise<void> {
  await forgetKept();
  prefer({ nickname });
  noteGuest();
  welcomed = null;
}

/** This browser is nobody's any more, as far as it knows. */
export async function beNobody(...keys: readonly string[]): Promise<void> {
  await forgetKept();
  forgetPreferences();
  try {
    for (const key of [BEEN_HERE, ...keys]) localStorage.removeItem(key);
  } catch {
    // no storage: nothing is there
  }
  welcomed = null;
}

/** Be forgotten: on the server, on all devices, and in this browser. */
export async function forgetMe(): Promise<void> {
  await ask("DELETE", "/api/guest");
  await beNobody("heimlich.cases", "heimlich.lessons");
}

/** Whether this browser is a guest here, as far as its storage knows. */
export const isGuest = (): boolean => !isNew();

export const replayTable = (table: string): Promise<Replay> =>
  ask("GET", `/api/tables/${encodeURIComponent(table)}/replay`);

export const replayRecord = (record: string): Promise<Replay> => ask("POST", "/api/replays", { record });

export const storyOfTable = (table: string): Promise<Story> => ask("GET", `/api/tables/${encodeURIComponent(table)}/story`);
export const storyOfRecord = (record: string): Promise<Story> => ask("POST", "/api/stories", { record });

/** The picture to share of a game that is over; `told`: with its secrets. */
export function pictureAddress(table: string, told: boolean, language: string): string {
  const query = new URLSearchParams({ lang: language, ...(told ? { reveal: "1" } : {}) });
  return `/api/tables/${encodeURIComponent(table)}/picture.png?${query}`;
}

export function recordAddress(table: string, seat: number | null): string {
  const query = seat === null ? "" : `?seat=${seat}`;
  return `/api/tables/${encodeURIComponent(table)}/record${query}`;
}
