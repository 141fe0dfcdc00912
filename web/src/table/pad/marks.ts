// Marks on a pad, and what follows from them. Each row of a grid belongs to one column, and each column takes a known
// number of rows (all together exactly the rows there are). What no arrangement allows is excluded, and what every one
// has is sure; if there is none at all, the marks contradict each other. No rule of any game is known here.

import type { PadGrid } from "../messages/messages";

export type Mark = "suspect" | "excluded" | "sure";
export type Marks = ReadonlyMap<string, Mark>;

/** A cell as it is shown. */
export interface Shown {
  /** "": unknown. */
  readonly mark: Mark | "";
  /** Not marked by the reader: it follows from the other marks, or everyone knows it. */
  readonly follows: boolean;
  /** Part of a contradiction. */
  readonly wrong: boolean;
}

export interface Reading {
  readonly cells: ReadonlyMap<string, Shown>;
  /** The marks cannot all be true. */
  readonly contradicts: boolean;
}

export const cellKey = (row: string, column: string): string => `${row}/${column}`;
const CYCLE: readonly (Mark | "")[] = ["", "suspect", "excluded", "sure"];

/** The mark that the next tap gives. */
export const nextMark = (mark: Mark | ""): Mark | "" => CYCLE[(CYCLE.indexOf(mark) + 1) % CYCLE.length]!;

type Allowed = ReadonlyMap<string, readonly string[]>; // by row, the columns it may belong to

/** An arrangement of all rows, by row; null if there is none. */
function arrange(grid: PadGrid, allowed: Allowed): Map<string, string> | null {
  const rowsIn = new Map<string, string[]>(Object.keys(grid.columns).map((column) => [column, []]));
  const place = (row: string, tried: Set<string>): boolean => {
    for (const column of allowed.get(row) ?? []) {
      if (tried.has(column)) continue;
      tried.add(column);
      const there = rowsIn.get(column)!;
      if (there.length < (grid.columns[column] ?? 0)) {
        there.push(row);
        return true;
      }
      const moved = there.findIndex((other) => place(other, tried));
      if (moved >= 0) {
        there[moved] = row;
        return true;
      }
    }
    return false;
  };
  if (!grid.rows.every((row) => place(row, new Set()))) return null;
  return new Map([...rowsIn].flatMap(([column, rows]) => rows.map((row) => [row, column] as const)));
}

/** What each row may be by the marks alone. */
function allowedBy(grid: PadGrid, marks: Marks, facts: Readonly<Record<string, string>>): Map<string, string[]> {
  const columns = Object.keys(grid.columns);
  const of = (row: string): string[] => {
    const fact = facts[row] ?? grid.known?.[row];
    const marked = (mark: Mark): string[] => columns.filter((column) => marks.get(cellKey(row, column)) === mark);
    const sure = fact === undefined ? marked("sure") : [fact, ...marked("sure").filter((column) => column !== fact)];
    if (sure.length > 1) return []; // two at once cannot be
    const excluded = marked("excluded");
    return (sure.length ? sure : columns).filter((column) => !excluded.includes(column));
  };
  return new Map(grid.rows.map((row) => [row, of(row)]));
}

/** Where it can be seen that the marks contradict each other. */
function isWrong(grid: PadGrid, allowed: Allowed, marks: Marks, row: string, column: string): boolean {
  const mark = marks.get(cellKey(row, column));
  if (!mark || mark === "suspect") return false;
  const sure = grid.rows.filter((other) => marks.get(cellKey(other, column)) === "sure").length;
  const possible = grid.rows.filter((other) => allowed.get(other)?.includes(column)).length;
  const most = grid.columns[column] ?? 0;
  return !allowed.get(row)?.length || (mark === "sure" && sure > most) || (mark === "excluded" && possible < most);
}

/** All cells of a grid with these marks; `facts` are the rows that the reader knows by other means. */
export function read(grid: PadGrid, marks: Marks, facts: Readonly<Record<string, string>> = {}): Reading {
  const allowed = allowedBy(grid, marks, facts);
  const found = arrange(grid, allowed);
  const cells = new Map<string, Shown>();
  for (const row of grid.rows) {
    const possible = found
      ? allowed.get(row)!.filter((column) => found.get(row) === column || arrange(grid, new Map([...allowed, [row, [column]]])))
      : [];
    for (const column of Object.keys(grid.columns)) {
      const key = cellKey(row, column);
      const mark = marks.get(key) ?? "";
      const wrong = !found && isWrong(grid, allowed, marks, row, column);
      const implied = !found || possible.includes(column) ? (found && possible.length === 1 ? "sure" : "") : "excluded";
      const follows = implied !== "" && implied !== mark;
      cells.set(key, { mark: follows ? implied : mark, follows, wrong });
    }
  }
  return { cells, contradicts: !found };
}

/** The column that each row most likely belongs to, as far as the marks say so: sure, or the only one suspected. */
export function guesses(
  grid: PadGrid,
  marks: Marks,
  facts: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const { cells } = read(grid, marks, facts);
  const found: Record<string, string> = {};
  for (const row of grid.rows) {
    const having = (mark: Mark): string[] =>
      Object.keys(grid.columns).filter((column) => cells.get(cellKey(row, column))?.mark === mark);
    const [sure, suspects] = [having("sure"), having("suspect")];
    const guess = sure[0] ?? (suspects.length === 1 ? suspects[0] : undefined);
    if (guess !== undefined) found[row] = guess;
  }
  return found;
}
