// Without colour, hats tell the agents apart: on a token as small as a phone shows it, no two look alike.
import { expect, test } from "vitest";
import { LOOKS } from "./hats";

const CELLS = 12; // a token on a phone is hardly more pixels wide

interface Point {
  x: number;
  y: number;
}

/** The corners of a shape of M, L, H, V, Q, C, A and Z, with points on its curves. */
function corners(path: string): Point[] {
  const points: Point[] = [];
  let at: Point = { x: 0, y: 0 };
  for (const [, letter, rest] of path.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const n = (rest!.match(/-?[\d.]+/g) ?? []).map(Number);
    const curve = (...control: Point[]): void => {
      const all = [at, ...control];
      for (let t = 0.125; t <= 1; t += 0.125) {
        let row = all;
        while (row.length > 1) row = row.slice(1).map((p, i) => between(row[i]!, p, t));
        points.push(row[0]!);
      }
      at = control.at(-1)!;
    };
    if (letter === "H") curve({ x: n[0]!, y: at.y });
    else if (letter === "V") curve({ x: at.x, y: n[0]! });
    else if (letter === "A") {
      const high = at.y - 1.6 * n[1]!; // near enough: the only arcs are balls on top
      curve({ x: at.x - n[0]!, y: high }, { x: n[5]! + n[0]!, y: high }, { x: n[5]!, y: n[6]! });
    } else {
      const each = letter === "C" ? 6 : letter === "Q" ? 4 : 2;
      for (let i = 0; i + each <= n.length; i += each) {
        const control = Array.from({ length: each / 2 }, (_, j) => ({ x: n[i + 2 * j]!, y: n[i + 2 * j + 1]! }));
        if (letter === "M") points.push((at = control[0]!));
        else curve(...control);
      }
    }
  }
  return points;
}

const between = (a: Point, b: Point, t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });

function isInside(shape: readonly Point[], { x, y }: Point): boolean {
  let inside = false;
  shape.forEach((a, i) => {
    const b = shape[(i + 1) % shape.length]!;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}

/** Which cells of a token the hat covers. */
function cells(agent: string): boolean[] {
  const { hat, middle, zoom } = LOOKS[agent]!;
  const shape = corners(hat);
  return Array.from({ length: CELLS * CELLS }, (_, i) => {
    const [column, row] = [i % CELLS, Math.floor(i / CELLS)];
    const on = (n: number): number => (((n + 0.5) / CELLS - 0.5) * 48) / zoom;
    return isInside(shape, { x: on(column) + middle[0], y: on(row) + middle[1] });
  });
}

const AGENTS = Object.keys(LOOKS);

test.each(AGENTS)("the hat of %s fills its token and stays on it", (agent) => {
  const { hat, middle, zoom } = LOOKS[agent]!;
  for (const { x, y } of corners(hat)) {
    expect(Math.abs((x - middle[0]) * zoom)).toBeLessThanOrEqual(24.5);
    expect(Math.abs((y - middle[1]) * zoom)).toBeLessThanOrEqual(22);
  }
  expect(cells(agent).filter(Boolean).length).toBeGreaterThan(CELLS * CELLS * 0.2);
});

test("no two hats cover the same cells, nor nearly the same", () => {
  for (const one of AGENTS) {
    for (const other of AGENTS.slice(AGENTS.indexOf(one) + 1)) {
      const [a, b] = [cells(one), cells(other)];
      const either = a.filter((on, i) => on || b[i]).length;
      const different = a.filter((on, i) => on !== b[i]).length;
      expect(different / either, `${one} and ${other}`).toBeGreaterThan(0.25);
    }
  }
});
