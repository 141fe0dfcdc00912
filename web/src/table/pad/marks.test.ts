import { expect, test } from "vitest";
import { cellKey, guesses, type Mark, type Marks, nextMark, read } from "./marks";
import type { PadGrid } from "../messages/messages";

const GRID: PadGrid = { rows: ["red", "blue", "green", "gray"], columns: { "0": 1, "1": 1, free: 2 } };
const marksOf = (...rows: [string, string, Mark][]): Marks => new Map(rows.map(([row, column, mark]) => [cellKey(row, column), mark]));
const at = (marks: Marks, row: string, column: string, facts = {}) => read(GRID, marks, facts).cells.get(cellKey(row, column))!;

test("a tap goes through unknown, suspect, excluded and sure", () => {
  const seen = ["", "suspect", "excluded", "sure", ""] as const;
  for (let i = 0; i < 4; i++) expect(nextMark(seen[i]!)).toBe(seen[i + 1]);
});

test("one agent has one owner, and a player one agent", () => {
  const marks = marksOf(["red", "0", "sure"]);
  expect(at(marks, "red", "1")).toEqual({ mark: "excluded", follows: true, wrong: false });
  expect(at(marks, "blue", "0")).toEqual({ mark: "excluded", follows: true, wrong: false });
  expect(at(marks, "blue", "free").mark).toBe("");
  expect(at(marks, "red", "0")).toEqual({ mark: "sure", follows: false, wrong: false });
});

test("what is left over follows", () => {
  const marks = marksOf(["red", "0", "excluded"], ["blue", "0", "excluded"], ["green", "0", "excluded"]);
  expect(at(marks, "gray", "0")).toEqual({ mark: "sure", follows: true, wrong: false });
});

test("two who share two places keep the others out", () => {
  const grid: PadGrid = { rows: ["a", "b", "c"], columns: { x: 1, y: 1, z: 1 } };
  const { cells } = read(grid, marksOf(["a", "z", "excluded"], ["b", "z", "excluded"]));
  expect(cells.get("c/z")).toEqual({ mark: "sure", follows: true, wrong: false });
  expect(cells.get("c/x")?.mark).toBe("excluded");
});

test("what everyone or the reader knows counts like a mark", () => {
  expect(at(new Map(), "red", "1", { red: "0" })).toEqual({ mark: "excluded", follows: true, wrong: false });
  expect(read({ ...GRID, known: { red: "free" } }, new Map()).cells.get("red/free")).toEqual({
    mark: "sure",
    follows: true,
    wrong: false,
  });
});

test("contradictions show where they are", () => {
  const twice = marksOf(["red", "0", "sure"], ["red", "1", "sure"]);
  expect(read(GRID, twice).contradicts).toBe(true);
  expect(at(twice, "red", "0").wrong).toBe(true);
  expect(at(twice, "blue", "0").wrong).toBe(false);
  const crowd = marksOf(["red", "0", "sure"], ["blue", "0", "sure"]);
  expect(at(crowd, "blue", "0").wrong).toBe(true);
  const nobody = marksOf(...GRID.rows.map((row): [string, string, Mark] => [row, "1", "excluded"]));
  expect(at(nobody, "gray", "1")).toEqual({ mark: "excluded", follows: false, wrong: true });
  expect(read(GRID, marksOf(["red", "0", "suspect"], ["red", "1", "suspect"])).contradicts).toBe(false);
});

test("a dossier starts from what is sure, or suspected alone", () => {
  const marks = marksOf(["red", "0", "sure"], ["blue", "1", "suspect"], ["green", "1", "suspect"], ["green", "free", "suspect"]);
  expect(guesses(GRID, marks)).toEqual({ red: "0", blue: "1" });
});

/** All arrangements, by trying. */
function* all(grid: PadGrid): Generator<Record<string, string>> {
  const columns = Object.entries(grid.columns).flatMap(([column, n]) => Array.from({ length: n }, () => column));
  function* go(rows: readonly string[], left: readonly string[]): Generator<Record<string, string>> {
    const [row, ...rest] = rows;
    if (row === undefined) yield {};
    else
      for (const column of new Set(left))
        for (const found of go(rest, left.toSpliced(left.indexOf(column), 1))) yield { [row]: column, ...found };
  }
  yield* go(grid.rows, columns);
}

test("for any marks: what follows is what all arrangements say, and a contradiction is that there is none", () => {
  let seed = 7;
  const random = (n: number): number => (seed = (seed * 48271) % 2147483647) % n;
  const worlds = [...all(GRID)];
  let contradictions = 0;
  for (let round = 0; round < 400; round++) {
    const marks = new Map<string, Mark>();
    for (let i = 0; i < random(7); i++)
      marks.set(
        cellKey(GRID.rows[random(4)]!, ["0", "1", "free"][random(3)]!),
        (["suspect", "excluded", "sure"] as const)[random(3)]!,
      );
    const fits = worlds.filter((world) =>
      [...marks].every(([key, mark]) => {
        const [row, column] = key.split("/") as [string, string];
        return mark === "suspect" || (mark === "sure") === (world[row] === column);
      }),
    );
    const { cells, contradicts } = read(GRID, marks);
    expect(contradicts).toBe(fits.length === 0);
    contradictions += Number(contradicts);
    if (contradicts) {
      expect([...cells.values()].every(({ follows }) => !follows)).toBe(true);
      continue;
    }
    for (const row of GRID.rows)
      for (const column of Object.keys(GRID.columns)) {
        const having = fits.filter((world) => world[row] === column).length;
        const wanted = having === 0 ? "excluded" : having === fits.length ? "sure" : (marks.get(cellKey(row, column)) ?? "");
        expect(cells.get(cellKey(row, column))?.mark).toBe(wanted);
      }
  }
  expect(contradictions).toBeGreaterThan(20);
});
