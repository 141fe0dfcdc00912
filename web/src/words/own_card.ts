// What only one seat may know of itself, as its card shows it.

import { page } from "./language.svelte";
import type { JsonObject } from "../table/patches";

export interface OwnCard {
  readonly title: string;
  readonly agents: readonly string[];
  /** What is in which suitcase. */
  readonly contents: readonly (readonly [string, string])[];
}

export function cardOf(game: string, own: JsonObject): OwnCard {
  return {
    title: page(game === "suitcases" ? "your-suitcases" : "your-identity"),
    agents: (own.agents as readonly string[] | undefined) ?? [],
    contents: Object.entries((own.contents as Record<string, string> | undefined) ?? {}),
  };
}
