// A turn of Heimlich & Co. in short: who walked how far, what was played, who cracked the safe, and where it went.

import type { Deed } from "../contract";
import { isLine, isList, type Line, type Value } from "../../table/messages/unpack";
import { pieceWord } from "../../words/language/catalogue";
import { say, sayLogLine, sayLogValue } from "../../words/language/language.svelte";
import { seatIn, type TurnLines } from "../../words/game/turns";
import { signed } from "./picture";

const GAME = "heimlich-co";
type Part = Deed[number];

const linesOf = (value: Value | undefined): readonly Line[] =>
  value !== undefined && typeof value === "object" && isList(value) ? value.filter((one): one is Line => isLine(one)) : [];
const numberIn = (value: Value | undefined): number => (typeof value === "number" ? value : 0);
const words = (value: Value | undefined): string => (value === undefined ? "" : sayLogValue(GAME, value, []));

function piece(agent: Value | undefined, text: string): Part {
  return { word: pieceWord(agent), name: words(agent), text };
}

/** What a card did to a piece, or, of what is none, in words. */
function effect(line: Line): Part {
  const { agent, place, mark } = line.values;
  if (line.key === "to-place") return piece(agent, `→ ${words(place)}`);
  if (line.key === "marker-to") return piece(agent, `= ${words(mark)}`);
  return line.key === "safe-to" ? say("turns.safe", { place: words(place) }) : sayLogLine(GAME, line, []);
}

const gain = ({ key, values }: Line): Part => piece(values.agent, signed(key === "loss" ? -numberIn(values.n) : numberIn(values.n)));

/** Lines that tell something of a turn, each as a deed. */
export function recap(turn: TurnLines, names: readonly string[]): Deed[] {
  const deeds: Deed[] = [];
  let actor = turn.seat; // whoever did the last thing that could crack the safe
  /** Words for who did it, where it is not the one whose turn it is. */
  const by = (key: string, seat: number, values: Record<string, string> = {}): string =>
    seat === turn.seat ? say(`turns.${key}`, values) : say(`turns.${key}-by`, { ...values, name: names[seat] ?? "" });
  for (const line of turn.lines) {
    const { values } = line;
    const seat = seatIn(line) ?? actor;
    if (line.key === "move" || line.key === "play") actor = seat;
    if (line.key === "move")
      deeds.push(linesOf(values.walks).map((walk) => piece(walk.values.agent, String(numberIn(walk.values.n)))));
    else if (line.key === "stay") deeds.push([say("turns.stay")]);
    else if (line.key === "play") deeds.push([by("play", seat, { card: words(values.card) }), ...linesOf(values.effects).map(effect)]);
    else if (line.key === "scoring")
      deeds.push([by("cracks", actor), ...linesOf(values.gains).map((one) => (pieceWord(one.values.agent) ? gain(one) : effect(one)))]);
    else if (line.key === "safe") deeds.push([say("turns.safe", { place: words(values.place) })]);
    else if (line.key === "card-drawn" || line.key === "card-own") deeds.push([by("draws", seat)]);
    else if (line.key === "double-taken" || line.key === "double-own") deeds.push([by("double", seat)]);
  }
  return deeds;
}
