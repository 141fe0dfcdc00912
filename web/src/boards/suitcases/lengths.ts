// How long games of the suitcase game last. The lab's random players hardly bring a suitcase home, so turns are those of bots
// that play to win (docs/measurements.md).

import { type Lab, minutesOf, PACE } from "../../words/rules/lab";
import { say } from "../../words/language/language.svelte";
import type { GameLength } from "../contract";

const TURNS: Readonly<Record<string, number>> = { "2": 30.1, "3": 33.8, "4": 42.1 };

export function lengthsOf(_: Lab, slowness: number): GameLength[] {
  const rows = Object.entries(TURNS);
  const minutes = rows.map(([players, turns]) => [players, [minutesOf(turns, PACE.long, 0, slowness)]]);
  const counted = rows.map(([players, turns]) => [players, [turns]]);
  return [{ name: say("suitcases.title"), minutes: Object.fromEntries(minutes), turns: Object.fromEntries(counted) }];
}
