// How long games of Heimlich & Co. last, by edition: the lab's turns and scorings at a human pace.

import { type Lab, minutesOf, PACE } from "../../words/rules/lab";
import { say } from "../../words/language/language.svelte";
import type { GameLength } from "../contract";
import { facts } from "./facts";

const STUDIES: readonly (readonly [ruleset: string, turn: number])[] = [
  ["rio-grande", PACE.turn],
  ["escale", PACE.turn],
  ["cie", PACE.turn],
  ["cie+dossier", PACE.turn],
  ["rio-grande+dossier", PACE.turn],
  ["rio-grande+top-secret", PACE.cards],
];

export function lengthsOf({ studies }: Lab, slowness: number): GameLength[] {
  return STUDIES.map(([ruleset, turn]) => {
    const [edition = "", variant] = ruleset.split("+");
    const named = [say(`${facts.game}.title`), facts.editions[edition], ...(variant ? [say(`teachers.variant.${variant}`)] : [])];
    const rows = Object.entries(studies[ruleset] ?? {});
    const minutes = rows.map(([players, { turns, scorings }]) => [
      players,
      turns.map((count, index) => minutesOf(count, turn, scorings?.[index], slowness)),
    ]);
    const counted = rows.map(([players, { turns }]) => [players, turns]);
    return { name: named.join(", "), minutes: Object.fromEntries(minutes), turns: Object.fromEntries(counted) };
  });
}
