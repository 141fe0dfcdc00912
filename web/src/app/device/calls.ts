// Being called on this device when it is one's turn, also while the page is closed: Web Push.

import { ask, beGuest } from "../server/api";
import { prefer } from "./preferences.svelte";
import { workerReady } from "./worker.svelte";

export interface Wishes {
  off: boolean;
  /** Minutes of the day, in that time zone. */
  quiet_from: number;
  quiet_to: number;
  zone: string;
}

export interface Calls {
  /** The server's public key; "": it calls nobody. */
  key: string;
  /** This device is called. */
  here: boolean;
  devices: number;
  wishes: Wishes;
  quiet_tables: readonly string[];
}

/** Why this device cannot be called; "" if it can. A phone of Apple's can once the page is on its home screen. */
export function obstacle(): "" | "unsupported" | "home-screen" | "denied" {
  if (!("PushManager" in window) || !("Notification" in window)) {
    return /iPhone|iPad/.test(navigator.userAgent) ? "home-screen" : "unsupported";
  }
  return Notification.permission === "denied" ? "denied" : "";
}

export async function showCalls(): Promise<Calls> {
  await beGuest();
  return ask("GET", "/api/calls");
}

/** Be called here; null if the reader or the browser does not want it. */
export async function callHere(key: string, language: string): Promise<Calls | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const worker = await workerReady();
  if (!worker) return null;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const calls = await ask<Calls>("POST", "/api/calls/device", { endpoint, keys, language, zone });
  prefer({ notifications: true }); // a page that is open elsewhere calls by itself
  return calls;
}

/** Be called here no more. */
export async function leaveAlone(): Promise<Calls> {
  const calls = await ask<Calls>("DELETE", "/api/calls/device");
  const worker = await workerReady();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  return calls;
}

export const keepWishes = (wishes: Wishes): Promise<Calls> => ask("PUT", "/api/calls/wishes", wishes);
export const keepQuiet = (table: string, quiet: boolean): Promise<Calls> =>
  ask("PUT", `/api/calls/tables/${encodeURIComponent(table)}`, { quiet });

/** Minutes of the day as a field for times has them, and back: `22:00`. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

export function minutesOf(clock: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(clock) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}
