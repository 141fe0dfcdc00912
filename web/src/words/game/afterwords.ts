// What bots say when a game is over: lines, like those of the log.

import { sayLogLine } from "../language/language.svelte";
import type { TablePicture } from "../../table/messages/model";
import { type Names, unpackLine } from "../../table/messages/unpack";

export interface Afterword {
  readonly seat: number;
  readonly at: number;
  readonly text: string;
}

export function afterwordsOf(table: TablePicture, seats: readonly string[], names: Names): Afterword[] {
  return Object.entries(table.afterwords ?? {}).map(([seat, { at, lines }]) => ({
    seat: Number(seat),
    at,
    text: lines.map((line) => sayLogLine(table.terms.game, unpackLine(line, names), seats)).join(" "),
  }));
}
