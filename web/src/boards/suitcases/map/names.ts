// Where the cities' names stand. Each has a spot that was found for the empty map. Where pieces would cover it, it moves
// aside; where it would then cover another name or place, or seem to be another city's name, it goes to another side.

import type { Place } from "./atlas";
import { blocks, push, type Block, type Heap } from "../pieces/stack";

export interface Name {
  id: string;
  text: string;
  x: number;
  y: number;
  anchor: string;
}

export interface Box {
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
  /** How wide a text is, in letters' sizes. */
  width?: (text: string) => number;
}

const NOTHING: Heap = { agents: 0, carrying: false, cases: 0 };
const DISC: Block = { half: 15, top: -15, bottom: 15 }; // a city's own
const CORNER: Block = { half: 45, top: -45, bottom: 45 }; // a start space's, and about a headquarters'
const ROUNDS = 4; // a name may push its neighbours elsewhere; a few rounds settle it
const TOUCHES = 1; // what a name may cost before it looks for another spot
const COVERS = 8; // the cost of what names cover, for each square unit
const OUTSIDE = 99; // the cost of leaving the map, for each unit
const NEARER = 20; // by how much a name must be nearer to its own city than to any other, in units
const ALIEN = 40; // the cost of each unit less
const RANK = 3; // the cost of each spot that is less good-looking than another

/** A spot that a city's name could have, and what it costs there whatever the other names do. */
interface Spot {
  name: Name;
  box: Box;
  cost: number;
}

export function placeNames(
  places: readonly Place[],
  textOf: (place: Place) => string,
  heapOf: (place: string) => Heap,
  measures: Measures,
  size: number,
): Name[] {
  const cities = places.flatMap((place) => (place.label ? [{ place, label: place.label }] : []));
  const taken = places.map((place) => {
    if (!place.label) return [around(place, CORNER)];
    return [DISC, ...blocks(heapOf(place.id), measures.piece)].map((block) => around(place, block));
  });
  const spots = cities.map(({ place, label }) => {
    const away = push(heapOf(place.id), { dx: label.x - place.x, dy: label.y - place.y }, label.anchor, measures.piece, measures.font);
    const text = textOf(place);
    const first = { id: place.id, text, anchor: label.anchor, x: label.x + away.dx, y: label.y + away.dy };
    const own = taken[places.indexOf(place)] ?? [];
    const others = taken.filter((boxes) => boxes !== own).flat();
    const rivals = cities.flatMap((other) => (other.place === place ? [] : [other.place]));
    return [first, ...sides(place, first, own, measures.font)].map((name, rank): Spot => {
      const box = boxOf(name, measures);
      const covered = others.reduce((sum, other) => sum + overlap(box, other), 0);
      const near = Math.min(...rivals.map((rival) => distance(box, rival)), Infinity) - distance(box, place);
      const cost = RANK * rank + COVERS * covered + OUTSIDE * outside(box, size) + ALIEN * Math.max(NEARER - near, 0);
      return { name, box, cost };
    });
  });
  return settle(spots).map(({ name }) => name);
}

const SMALLER = [1, 0.93, 0.86, 0.8, 0.74]; // letters, where larger ones do not fit

/** The largest letters, up to a size, in which no name touches another one while the map is empty. */
export function fittingFont(
  places: readonly Place[],
  textOf: (place: Place) => string,
  measures: Measures,
  size: number,
): number {
  const fonts = SMALLER.map((factor) => factor * measures.font);
  const fits = (font: number): boolean => {
    const boxes = placeNames(places, textOf, () => NOTHING, { ...measures, font }, size).map((name) =>
      boxOf(name, { ...measures, font }),
    );
    return !boxes.some((one, index) => boxes.slice(index + 1).some((two) => overlap(one, two)));
  };
  return fonts.find(fits) ?? fonts.at(-1) ?? measures.font;
}

/** Of each city's spots the one where it clashes least with the others' names; the first, if that will do. */
function settle(spots: readonly (readonly Spot[])[]): Spot[] {
  const chosen = spots.map(([first]) => first as Spot);
  const total = (spot: Spot, index: number, without = -1): number =>
    chosen.reduce(
      (sum, other, at) => (at === index || at === without ? sum : sum + clash(spot.box, other.box)),
      spot.cost,
    );
  for (let round = 0; round < ROUNDS; round++) {
    spots.forEach((own, index) => {
      const best = (): void => {
        chosen[index] = least(own, (spot) => total(spot, index));
      };
      if (total(chosen[index] as Spot, index) < TOUCHES) return;
      best();
      const mine = chosen[index] as Spot;
      chosen.forEach((other, at) => {
        if (at === index || !clash((chosen[index] as Spot).box, other.box)) return;
        // Both move at once, as neither may have a better spot while the other one stays.
        const pairs = own.flatMap((one) => (spots[at] ?? []).map((two) => [one, two] as const));
        const [one, two] = least(
          pairs,
          ([one, two]) => total(one, index, at) + total(two, at, index) + clash(one.box, two.box),
        );
        [chosen[index], chosen[at]] = [one, two];
      });
      if (chosen[index] === mine) best();
    });
  }
  return chosen;
}

function least<Thing>(things: readonly Thing[], cost: (thing: Thing) => number): Thing {
  let [best, lowest] = [things[0] as Thing, Infinity];
  for (const thing of things) {
    const here = cost(thing);
    if (here < lowest) [best, lowest] = [thing, here];
  }
  return best;
}

/** To the right, to the left, above and below all that stands in a city, straight and aslant. */
function sides(place: Place, name: Name, pieces: readonly Box[], font: number): Name[] {
  const { left, top, right, bottom } = pieces.reduce((one, two) => ({
    left: Math.min(one.left, two.left),
    top: Math.min(one.top, two.top),
    right: Math.max(one.right, two.right),
    bottom: Math.max(one.bottom, two.bottom),
  }));
  const [level, above, below] = [place.y + 0.35 * font, top - 4, bottom + 0.8 * font];
  const [high, low] = [Math.min(level - 0.45 * font, top + 4), Math.max(level + 0.45 * font, bottom + 0.55 * font)];
  const at = (x: number, y: number, anchor: string): Name => ({ ...name, x, y, anchor });
  return [
    at(right + 4, level, "start"),
    at(left - 4, level, "end"),
    at(place.x, above, "middle"),
    at(place.x, below, "middle"),
    at(right - 2, high, "start"),
    at(right - 2, low, "start"),
    at(left + 2, high, "end"),
    at(left + 2, low, "end"),
    at(left, above, "start"),
    at(left, below, "start"),
    at(right, above, "end"),
    at(right, below, "end"),
  ];
}

const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[iljI.,'’]/, 0.3],
  [/[ftr -]/, 0.38],
  [/[mwMW]/, 0.9],
  [/\p{Lu}/u, 0.72],
];

/** About how wide a text is in bold letters, in sizes of these. */
export function widthOf(text: string): number {
  return [...text].reduce((sum, sign) => sum + (WIDTHS.find(([kind]) => kind.test(sign))?.[1] ?? 0.6), 0);
}

/** About the room that a name takes. */
export function boxOf({ text, x, y, anchor }: Name, { font, width: wide = widthOf }: Measures): Box {
  const width = font * wide(text);
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, top: y - 0.74 * font, right: left + width, bottom: y + 0.2 * font };
}

function around({ x, y }: { x: number; y: number }, { half, top, bottom }: Block): Box {
  return { left: x - half, top: y + top, right: x + half, bottom: y + bottom };
}

/** How far a box is from a point; 0 inside. */
export function distance({ left, top, right, bottom }: Box, { x, y }: { x: number; y: number }): number {
  return Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));
}

/** How far a name would leave the map, to the left or to the right. */
function outside({ left, right }: Box, size: number): number {
  return Math.max(-left, 0) + Math.max(right - size, 0);
}

/** The cost of two names that touch or are too close to be read as two. */
function clash(one: Box, two: Box): number {
  return COVERS * overlap({ ...one, left: one.left - 6, right: one.right + 6 }, two);
}

/** The area that both cover. */
export function overlap(one: Box, two: Box): number {
  const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
  const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
