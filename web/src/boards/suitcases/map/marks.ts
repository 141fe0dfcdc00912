// What is marked on the map: where one can go or choose, and what shines because the log points at it.

import type { Heap } from "../pieces/stack";
import type { Atlas, Place, Point } from "./atlas";
import { overlap, type Box } from "./names";

/** Why a place is marked. */
export interface Mark {
  /** `near` is one step away, `far` several; a `duel` waits there; it is `open` to a suitcase. */
  kind: "near" | "far" | "duel" | "open";
  steps: number;
}

/** The places among the words that a line of the log is about: by the words of the notation, or by name. */
export function placesIn(atlas: Atlas, words: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  if (words.size) {
    for (const { id, name } of atlas.places.values()) if (words.has(id) || words.has(name)) found.add(id);
  }
  return found;
}

/** How large the ring around a marked place is, before the size of pieces is taken into account. */
export function radiusOf(place: Place, mark: Mark, heap: Heap, piece: number): number {
  if (place.kind !== "city") return 50 / piece;
  if (mark.kind === "open") return 17;
  return heap.agents ? 33 : 24; // around whoever stands there
}

const BADGE = 13; // its radius
const TURNS = [-135, -45, 180, 0, 135, 45, -90, 90]; // where on the ring it may be, the best first: upper left

/** Where the badge of a marked place lies: on its ring, where it covers no name, and no other place. */
export function badgeSpot(
  place: Place,
  radius: number,
  piece: number,
  names: readonly Box[],
  places: readonly Place[],
): Point {
  const boxes = [...names, ...places.filter((other) => other !== place).map((other) => square(other, 15))];
  const spots = TURNS.map((turn) => {
    const [x, y] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    const spot = { x: place.x + x * radius * 1.1 * piece, y: place.y + y * radius * 1.1 * piece };
    const box = square(spot, BADGE * piece);
    return { spot, covered: boxes.reduce((sum, other) => sum + overlap(box, other), 0) };
  });
  return spots.reduce((best, one) => (one.covered < best.covered ? one : best)).spot;
}

const square = ({ x, y }: Point, half: number): Box => ({ left: x - half, top: y - half, right: x + half, bottom: y + half });
