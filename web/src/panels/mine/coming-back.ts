// What the panels of coming back say about errors and days.

import { language, say, sayRefusal } from "../../words/language/language.svelte";

/** Why something did not work: the browser's dialog has reasons of its own. */
export function sayBack(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "InvalidStateError") return say("mine.passkey-here");
  if (name === "SecurityError" || name === "NotSupportedError") return say("mine.place-none");
  return name ? say("mine.dialog-closed") : sayRefusal(error);
}

export const sayDay = (at: number): string => new Date(at).toLocaleDateString(language(), { dateStyle: "medium" });
