// Where the suitcases lie that were delivered at a headquarters: below it, in a row, or in two columns where a start
// space lies beside it.

import type { Point } from "./atlas";

const NEAR = 120; // units from the border: below a headquarters in an upper corner lies a start space

/** The middles of so many suitcases at a headquarters, for pieces of a size; no row leaves the map. */
export function deliveredSpots(home: Point, count: number, size: number, piece: number): Point[] {
  const inUpperCorner = home.y < NEAR && Math.min(home.x, size - home.x) < NEAR;
  const columns = inUpperCorner ? Math.min(count, 2) : count;
  const step = (columns > 4 ? 24 : 36) * piece;
  const half = ((columns - 1) / 2) * step;
  const edge = half + 20 * piece;
  const middle = Math.min(Math.max(home.x, edge), Math.max(size - edge, edge));
  return Array.from({ length: count }, (_, index) => ({
    x: middle - half + (index % columns) * step,
    y: home.y + 36 + 18 * piece + Math.floor(index / columns) * 30 * piece,
  }));
}
