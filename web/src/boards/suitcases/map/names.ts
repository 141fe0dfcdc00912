// Where the cities' names stand. Each has a spot that was found for the empty map; where pieces would cover it, it
// moves aside, and where it would then cover another name, it goes to another side of its city.

import type { Place } from "./atlas";
import { blocks, push, type Block, type Heap } from "../pieces/stack";

export interface Name {
  id: string;
  text: string;
  x: number;
  y: number;
  anchor: string;
}

const DISC: Block = { half: 16, top: -15, bottom: 15 }; // a city's own
const CORNER: Block = { half: 45, top: -45, bottom: 45 }; // a start space's, and about a headquarters'
const TOUCHES = 30; // what names may cover of others, in square units, before they look for another spot

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Measures {
  /** The size of pieces, as a factor. */
  piece: number;
  /** The size of letters, in units of the map. */
  font: number;
}

export function placeNames(
  places: readonly Place[],
  textOf: (place: Place) => string,
  heapOf: (place: string) => Heap,
  measures: Measures,
  size: number,
): Name[] {
  const cities = places.flatMap((place) => (place.label ? [{ place, label: place.label }] : []));
  const names: Name[] = cities.map(({ place, label }) => {
    const spot = { dx: label.x - place.x, dy: label.y - place.y };
    const away = push(heapOf(place.id), spot, label.anchor, measures.piece, measures.font);
    const [x, y] = [label.x + away.dx, label.y + away.dy];
    return { id: place.id, text: textOf(place), anchor: label.anchor, x, y };
  });
  const boxes = names.map((name) => boxOf(name, measures.font));
  const taken = cities.map(({ place }) => {
    const here = blocks(heapOf(place.id), measures.piece);
    return [DISC, ...here].map((block) => around(place, block));
  });
  const corners = places.filter(({ label }) => !label).map((place) => around(place, CORNER));
  cities.forEach(({ place }, index) => {
    const others = [...boxes, ...taken.flat(), ...corners].filter(
      (box) => box !== boxes[index] && !taken[index]?.includes(box),
    );
    const cost = (box: Box) => others.reduce((sum, other) => sum + overlap(box, other), 99 * outside(box, size));
    const [name, box] = [names[index], boxes[index]];
    if (!name || !box || cost(box) < TOUCHES) return;
    for (const spot of sides(place, name, taken[index] ?? [], measures.font)) {
      const there = boxOf(spot, measures.font);
      if (cost(there) < cost(boxes[index] ?? box)) [names[index], boxes[index]] = [spot, there];
    }
  });
  return names;
}

/** To the right, to the left, above and below all that stands in a city. */
function sides(place: Place, name: Name, pieces: readonly Box[], font: number): Name[] {
  const reach = pieces.reduce((one, two) => ({
    left: Math.min(one.left, two.left),
    top: Math.min(one.top, two.top),
    right: Math.max(one.right, two.right),
    bottom: Math.max(one.bottom, two.bottom),
  }));
  const level = place.y + 0.35 * font;
  return [
    { ...name, x: reach.right + 4, y: level, anchor: "start" },
    { ...name, x: reach.left - 4, y: level, anchor: "end" },
    { ...name, x: place.x, y: reach.top - 4, anchor: "middle" },
    { ...name, x: place.x, y: reach.bottom + 0.8 * font, anchor: "middle" },
  ];
}

/** About the room that a name takes. */
function boxOf({ text, x, y, anchor }: Name, font: number): Box {
  const width = text.length * font * 0.58;
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, top: y - 0.74 * font, right: left + width, bottom: y + 0.2 * font };
}

function around({ x, y }: Place, { half, top, bottom }: Block): Box {
  return { left: x - half, top: y + top, right: x + half, bottom: y + bottom };
}

/** How far a name would leave the map, to the left or to the right. */
function outside({ left, right }: Box, size: number): number {
  return Math.max(-left, 0) + Math.max(right - size, 0);
}

function overlap(one: Box, two: Box): number {
  const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
  const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
