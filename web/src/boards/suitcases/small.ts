// A small map and a position on it, for examples: two rows of cities, a headquarters at the end.
//
//   start-red - a - b - c - hq-red
//               |   |   |
//               d - e - f - start-blue

import { atlasOf } from "./map/atlas";
import type { Picture } from "./picture";

const city = (id: string, x: number, y: number) => ({
  id,
  name: id.toUpperCase(),
  x,
  y,
  label: { x: x + 20, y: y + 9, anchor: "start" },
});

export const small = atlasOf({
  id: "small",
  title: "Small",
  size: 1000,
  font: 30,
  cities: [
    city("a", 200, 200),
    city("b", 500, 200),
    city("c", 800, 200),
    city("d", 200, 600),
    city("e", 500, 600),
    city("f", 800, 600),
  ],
  starts: [
    { id: "start-red", colour: "red", x: 60, y: 200 },
    { id: "start-blue", colour: "blue", x: 940, y: 600 },
  ],
  headquarters: [{ id: "hq-red", colour: "red", x: 940, y: 200 }],
  lines: [
    ["a", "start-red"],
    ["a", "b"],
    ["b", "c"],
    ["a", "d"],
    ["b", "e"],
    ["c", "f"],
    ["d", "e"],
    ["e", "f"],
    ["f", "start-blue"],
  ],
  marked: [["c", "hq-red"]],
});

export function position(change: Partial<Picture> = {}): Picture {
  return {
    phase: "move",
    turn: 1,
    seat: 0,
    colours: ["red", "blue"],
    map: "small",
    at: { "0-1": "a", "0-2": "start-red", "0-3": "start-red", "1-1": "start-blue" },
    loads: {},
    lying: {},
    delivered: {},
    secrets: [0, 0],
    target: 10,
    hands: { 0: [0, 1], 1: [2, 3] },
    roll: [1, 2],
    steps: 3,
    alike: { "0-2": [3] },
    ...change,
  };
}
