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
const PLACES = 6; // in one step
const ROUNDS = 4; // a name may push its neighbours elsewhere; a few rounds settle it
const TOUCHES = 1; // what a name may cost before it looks for another spot
const COVERS = 8; // the cost of what names cover, for each square unit
const DOTS = 10; // what is added where they cover another city's dot
const OUTSIDE = 99; // the cost of leaving the map, for each unit
const NEARER = 20; // by how much a name must be nearer to its own city than to any other, in units
const ALIEN = 80; // the cost of each unit less
const RANK = 3; // the cost of each spot that is less good-looking than another

/** A spot that a city's name could have, and what it costs there whatever the other names do. */
interface Spot {
  name: Name;
  box: Box;
  cost: number;
}

/** The spots of one city. Most names stay at the first one: the others are worked out when they are asked for. */
interface Spots {
  readonly first: Spot;
  readonly all: () => readonly Spot[];
  /** The other cities whose names this one could touch, wherever they stand. */
  readonly neighbours: readonly number[];
}

type Order = readonly [
  places: readonly Place[],
  textOf: (place: Place) => string,
  heapOf: (place: string) => Heap,
  measures: Measures,
  size: number,
];

export const placeNames = (...order: Order): Name[] => allOf(placing(...order));

/** The result of many short steps, all at once. */
export function allOf<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Where names go, in short steps. */
export function* placing(...[places, textOf, heapOf, measures, size]: Order): Generator<void, Name[]> {
  const names = places.map((place) => firstName(place, textOf, heapOf, measures));
  const taken = places.map((place) => {
    if (!place.label) return [around(place, CORNER)];
    return [DISC, ...blocks(heapOf(place.id), measures.piece)].map((block) => around(place, block));
  });
  const near = neighbours(places.map((place, at) => reachOf(place, names[at], taken[at]!, measures)));
  const order = places.map((_, at) => names.slice(0, at).filter(Boolean).length); // among those that have a name
  const spotsOf = (place: Place, at: number): Spots[] => {
    const name = names[at];
    if (!name) return [];
    const others = near[at]!;
    const spot = (name: Name, rank: number): Spot => {
      const box = boxOf(name, measures);
      const covered = others.reduce((sum, other) => taken[other]!.reduce((sum, one) => sum + overlap(box, one), sum), 0);
      const dots = others.reduce((sum, other) => sum + (names[other] ? overlap(box, taken[other]![0]!) : 0), 0);
      const nearest = others.reduce((least, other) => (names[other] ? Math.min(least, distance(box, places[other]!)) : least), Infinity);
      const alien = Math.max(NEARER - (nearest - distance(box, place)), 0);
      return { name, box, cost: RANK * rank + COVERS * covered + DOTS * dots + OUTSIDE * outside(box, size) + ALIEN * alien };
    };
    const first = spot(name, 0);
    let all: readonly Spot[] | undefined;
    const rest = (): Spot[] => sides(place, name, taken[at]!, measures.font).map((name, i) => spot(name, i + 1));
    return [
      {
        first,
        all: () => (all ??= [first, ...rest()]),
        neighbours: others.filter((other) => names[other]).map((other) => order[other]!),
      },
    ];
  };
  const spots: Spots[] = [];
  for (const [at, place] of places.entries()) {
    spots.push(...spotsOf(place, at));
    if (at % PLACES === 0) yield;
  }
  return (yield* settling(spots)).map(({ name }) => name);
}

/** A city's name at the spot that was found for the empty map, moved aside where pieces would cover it. */
function firstName(
  place: Place,
  textOf: (place: Place) => string,
  heapOf: (place: string) => Heap,
  { piece, font }: Measures,
): Name | undefined {
  const { id, label, x, y } = place;
  if (!label) return undefined;
  const away = push(heapOf(id), { dx: label.x - x, dy: label.y - y }, label.anchor, piece, font);
  return { id, text: textOf(place), anchor: label.anchor, x: label.x + away.dx, y: label.y + away.dy };
}

/** All that a place's name, in any of its spots, and what stands there can have to do with. */
function reachOf(place: Place, name: Name | undefined, taken: readonly Box[], measures: Measures): Box {
  const boxes = name ? [boxOf(name, measures), ...taken] : taken;
  const { left, top, right, bottom } = boxes.reduce(both);
  const side = name ? measures.font * (measures.width ?? widthOf)(name.text) + 10 : 0; // it may stand to the right or to the left
  const away = NEARER + (name ? Math.max(right - place.x - side, place.x - left - side, bottom - place.y, place.y - top, 0) : 0);
  const high = 2 * measures.font;
  return { left: left - side - away, top: top - high - away, right: right + side + away, bottom: bottom + high + away };
}

/** For each box the others that it touches. */
const neighbours = (boxes: readonly Box[]): number[][] =>
  boxes.map((one, index) => boxes.flatMap((two, at) => (at !== index && overlap(one, two) ? [at] : [])));

const both = (one: Box, two: Box): Box => ({
  left: Math.min(one.left, two.left),
  top: Math.min(one.top, two.top),
  right: Math.max(one.right, two.right),
  bottom: Math.max(one.bottom, two.bottom),
});

const SMALLER = [1, 0.93, 0.86, 0.8, 0.74]; // letters, where larger ones do not fit

/** The sizes of letters to try, the wished one first. */
export const fontsFor = (wished: number): number[] => SMALLER.map((factor) => factor * wished);

/** Whether no name touches another one in letters of this size while the map is empty; worked out in short steps. */
export function* fitting(
  places: readonly Place[],
  textOf: (place: Place) => string,
  measures: Measures,
  size: number,
): Generator<void, boolean> {
  const names = yield* placing(places, textOf, () => NOTHING, measures, size);
  const boxes = names.map((name) => boxOf(name, measures));
  return !boxes.some((one, index) => boxes.some((two, at) => at > index && overlap(one, two)));
}

/** Of each city's spots the one where it clashes least with the others' names; the first, if that will do. */
function* settling(spots: readonly Spots[]): Generator<void, Spot[]> {
  const chosen = spots.map(({ first }) => first);
  const total = (spot: Spot, index: number, without = -1): number =>
    spots[index]!.neighbours.reduce((sum, at) => (at === without ? sum : sum + clash(spot.box, chosen[at]!.box)), spot.cost);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { all, neighbours }] of spots.entries()) {
      const best = (): void => {
        chosen[index] = least(all(), (spot) => total(spot, index));
      };
      if (total(chosen[index]!, index) < TOUCHES) continue;
      yield;
      best();
      const mine = chosen[index];
      for (const at of neighbours) {
        if (!clash(chosen[index]!.box, chosen[at]!.box)) continue;
        // Both move at once, as neither may have a better spot while the other one stays.
        const others = spots[at]!.all().map((two) => ({ two, cost: total(two, at, index) }));
        const pairs = all().flatMap((one) => {
          const cost = total(one, index, at);
          return others.map((other) => ({ one, two: other.two, cost: cost + other.cost }));
        });
        const { one, two } = least(pairs, ({ one, two, cost }) => cost + clash(one.box, two.box));
        [chosen[index], chosen[at]] = [one, two];
      }
      if (chosen[index] === mine) best();
    }
    yield;
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
  const { left, top, right, bottom } = pieces.reduce(both);
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
const clash = (one: Box, two: Box): number => COVERS * overlap(one, two, 6);

/** The area that both cover, with some room to either side of the first. */
export function overlap(one: Box, two: Box, room = 0): number {
  const wide = Math.min(one.right + room, two.right) - Math.max(one.left - room, two.left);
  const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
