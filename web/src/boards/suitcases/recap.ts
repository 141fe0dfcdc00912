// A turn of the suitcase game in short: who walked where, what was taken along, who fought and who won, what was opened.

import type { Deed } from "../contract";
import type { Line, Value } from "../../table/messages/unpack";
import { pieceWord } from "../../words/language/catalogue";
import { say, sayLogValue } from "../../words/language/language.svelte";
import type { TurnLines } from "../../words/game/turns";

const GAME = "suitcases";
type Part = Deed[number];

const words = (value: Value | undefined): string => (value === undefined ? "" : sayLogValue(GAME, value, []));
const piece = (thing: Value | undefined, text = ""): Part => ({ word: pieceWord(thing), name: words(thing), text });

/** A line that needs no other one; null: it tells nothing that the others do not. */
function deedOf({ key, values }: Line): Deed | null {
  switch (key) {
    case "take":
      return [piece(values.agent), say("turns.takes"), piece(values.suitcase)];
    case "drop":
      return [piece(values.agent), say("turns.drops"), piece(values.suitcase)];
    case "exchange":
      return [piece(values.agent), say("turns.swaps"), piece(values.suitcase), "→", piece(values.other)];
    case "duel":
      return [say("turns.duel"), piece(values.attacker, words(values.attack)), ":", piece(values.defender, words(values.defence))];
    case "duel-won":
    case "duel-tie":
      return [piece(values.agent, say("turns.wins"))];
    case "duel-out":
    case "lose":
      return [piece(values.agent, say("turns.out"))];
    case "duel-back":
      return [piece(values.agent, say("turns.back"))];
    case "opened":
      return [say("turns.delivers"), piece(values.suitcase, words(values.content))];
    default:
      return null;
  }
}

/** Steps of one agent in a row are one walk. */
export function recap(turn: TurnLines): Deed[] {
  const deeds: Deed[] = [];
  let walker = "";
  for (const line of turn.lines) {
    const { agent, place } = line.values;
    const deed = line.key === "step" ? [piece(agent, `→ ${words(place)}`)] : deedOf(line);
    if (!deed) continue;
    const walks = line.key === "step" ? pieceWord(agent) : "";
    if (walks && walks === walker) deeds.pop();
    walker = walks;
    deeds.push(deed);
  }
  return deeds;
}
