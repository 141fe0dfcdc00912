// The board of one's own table as one last saw it, kept on this device for when there is no network: what this one seat has
// been shown, and nothing else. It lies where the worker keeps answers, so it goes with them when a guest is forgotten here.

import { isGuest } from "../../app/server/api";
import { at } from "../../app/router/base";
import { DATA, guestStamp } from "../../app/device/worker.svelte";
import type { Known, LogEntry } from "../messages/model";
import type { Room } from "./room.svelte";

const EVERY_MS = 5000;
const MOST_LINES = 12;
const ON = new Set(["playing", "paused"]);

export interface KeptBoard {
  /** When it was seen. */
  readonly at: number;
  readonly seat: number;
  readonly person: number;
  readonly picture: Known["picture"];
  readonly log: readonly LogEntry[];
}

const address = (table: string): string => at(`/api/kept/${encodeURIComponent(table)}`);

/** What is kept of a table; null if nothing is. */
export async function keptBoard(table: string): Promise<KeptBoard | null> {
  if (!("caches" in window)) return null;
  const found = await (await caches.open(DATA)).match(address(table));
  return found ? ((await found.json()) as KeptBoard) : null;
}

/** What may be kept of this room: one's own seat, alone at this screen, in a game that is on and is being received. */
export function boardOf(room: Pick<Room, "known" | "mine" | "seat" | "person" | "lost" | "trouble">): KeptBoard | null {
  const { known, mine, seat, person } = room;
  if (!known || room.lost || room.trouble || seat === null || mine.length !== 1 || mine[0] !== seat) return null;
  if (!ON.has(known.picture.table.stage)) return null;
  return { at: Date.now(), seat, person, picture: known.picture, log: known.log.slice(-MOST_LINES) };
}

/** Keep the board of this room from now on, every few seconds and when the page is left; returns what ends it. */
export function keepBoard(room: Room): () => void {
  const stamp = guestStamp();
  let kept = -1;

  async function keep(): Promise<void> {
    const n = room.known?.n ?? -1;
    if (n === kept || !isGuest() || stamp === null || guestStamp() !== stamp) return;
    const board = boardOf(room);
    if (!board && !isOver(room)) return;
    kept = n;
    const cache = await caches.open(DATA);
    await cache.delete(address(room.id)); // and so it counts as new: the oldest answers are the first to go
    if (board) await cache.put(address(room.id), new Response(JSON.stringify(board)));
    if (guestStamp() !== stamp) await cache.delete(address(room.id)); // somebody signed out at this very moment
  }

  if (!("caches" in window)) return () => undefined;
  const attempt = (): void => void keep().catch(() => undefined); // the storage is full: then not
  const timer = setInterval(attempt, EVERY_MS);
  const leave = (): void => void (document.hidden && attempt());
  document.addEventListener("visibilitychange", leave);
  return () => {
    attempt();
    clearInterval(timer);
    document.removeEventListener("visibilitychange", leave);
  };
}

const isOver = ({ known }: Room): boolean => known !== null && !ON.has(known.picture.table.stage);
