// What is marked on the map: where one can go or choose, and what shines because the log points at it.

import type { Atlas } from "./atlas";

/** Why a place is marked. */
export interface Mark {
  /** `near` is one step away, `far` several; a `duel` waits there; it is `open` to a suitcase. */
  kind: "near" | "far" | "duel" | "open";
  steps: number;
}

/** The places among the words that a line of the log is about: by the words of the notation, or by name. */
export function placesIn(atlas: Atlas, words: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  if (words.size) {
    for (const { id, name } of atlas.places.values()) if (words.has(id) || words.has(name)) found.add(id);
  }
  return found;
}
