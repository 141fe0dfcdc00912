// How long games of the suitcase game last. The lab's random players hardly bring a suitcase home, so turns are those of bots
// that play to win (docs/measurements.md).

import { minutesOf, PACE } from "../../words/lab";
import { say } from "../../words/language.svelte";
import type { GameLength } from "../contract";

const TURNS: Readonly<Record<string, number>> = { "2": 30.1, "3": 33.8, "4": 42.1 };

export function lengthsOf(): GameLength[] {
  const minutes = Object.entries(TURNS).map(([players, turns]) => [players, [minutesOf(turns, PACE.long)]]);
  return [{ name: say("suitcases.title"), minutes: Object.fromEntries(minutes) }];
}
