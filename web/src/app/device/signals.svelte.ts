// Telling someone who looks elsewhere that it is his turn: the title, the icon, and, if wished, a notification. Quiet
// while he is looking.

import { at } from "../router/base";
import { preferences, prefer } from "./preferences.svelte";

const ICON = at("/favicon.svg");
const CALLING =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#e9b44c"/>' +
      '<path d="M16 5v14" stroke="#16203a" stroke-width="5" stroke-linecap="round"/>' +
      '<circle cx="16" cy="26" r="3" fill="#16203a"/></svg>',
  );

export function isLooking(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

export const canNotify = (): boolean => "Notification" in window && window.isSecureContext;

/** Ask whether notifications may be shown; whether they may. */
export async function wishNotifications(on: boolean): Promise<boolean> {
  const granted = on && canNotify() && (await Notification.requestPermission()) === "granted";
  prefer({ notifications: granted });
  return granted;
}

let shown: Notification | null = null;

/** Show in the title and the icon whether one is called, and under what title. */
export function signal(title: string, calling: boolean): void {
  const called = calling && !isLooking();
  const whole = called ? `● ${title}` : title;
  if (document.title !== whole) document.title = whole;
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]")!;
  const icon = called ? CALLING : ICON;
  if (link.getAttribute("href") !== icon) link.href = icon; // the browser draws it anew whenever it is set
  if (!called) {
    shown?.close();
    shown = null;
  }
}

/** Once, when one's turn begins. */
export function notify(title: string, body: string): void {
  if (!preferences.notifications || isLooking() || !canNotify() || Notification.permission !== "granted") return;
  shown?.close();
  shown = new Notification(title, { body, icon: ICON, tag: "heimlich-turn" });
  shown.onclick = () => {
    window.focus();
    shown?.close();
  };
}
