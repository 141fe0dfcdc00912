// The suitcase game in a minute, as the settings of a table have it.

import type { HowToPart } from "../contract";
import { say } from "../../words/language/language.svelte";

const part = (key: string): HowToPart => ({ head: say(`howto.suitcases.${key}-head`), text: say(`howto.suitcases.${key}`) });

/** Without settings, only what holds at every table. */
export function howTo(values: Readonly<Record<string, string>> | undefined): HowToPart[] {
  const parts = ["aim", "turn", "deliver", "bomb", "duel"].map(part);
  if (!values) return parts.slice(0, 1);
  const end = say("howto.suitcases.end", { n: Number(values.target) });
  const level = say(`howto.suitcases.end-${values.agents_break_ties === "yes" ? "agents" : "shared"}`);
  return [...parts, { head: say("howto.suitcases.end-head"), text: `${end} ${level}` }];
}
