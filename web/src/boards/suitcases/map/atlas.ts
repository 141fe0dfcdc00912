// A map as the server knows it, fetched once, and what follows from it: neighbours, and who lies in which direction.

import { at } from "../../../app/router/base";
import type { MapAnswer } from "../../../table/messages/messages";
import type { Colour } from "../picture";

export interface Point {
  x: number;
  y: number;
}

export interface Place extends Point {
  id: string;
  kind: "city" | "start" | "headquarters";
  /** A city's name; corners are called after their colour. */
  name: string;
  colour: Colour | null;
  label: { x: number; y: number; anchor: string } | null;
}

export interface Atlas {
  id: string;
  title: string;
  size: number;
  font: number;
  places: ReadonlyMap<string, Place>;
  neighbours: ReadonlyMap<string, readonly string[]>;
  lines: readonly (readonly [string, string])[];
  marked: readonly (readonly [string, string])[];
}

export function atlasOf(answer: MapAnswer): Atlas {
  const places = new Map<string, Place>();
  for (const { id, name, x, y, label } of answer.cities) {
    places.set(id, { id, kind: "city", name, x, y, colour: null, label });
  }
  for (const kind of ["starts", "headquarters"] as const) {
    for (const { id, colour, x, y } of answer[kind]) {
      const sort = kind === "starts" ? "start" : "headquarters";
      places.set(id, { id, kind: sort, name: id, x, y, colour: colour as Colour, label: null });
    }
  }
  const neighbours = new Map<string, string[]>([...places.keys()].map((id) => [id, []]));
  for (const [one, two] of [...answer.lines, ...answer.marked]) {
    neighbours.get(one)?.push(two);
    neighbours.get(two)?.push(one);
  }
  const { id, title, size, font, lines, marked } = answer;
  return { id, title, size, font, places, neighbours, lines, marked };
}

/** Before a map has come: nothing but sea. */
export const SEA: Atlas = {
  id: "",
  title: "",
  size: 1000,
  font: 27,
  places: new Map(),
  neighbours: new Map(),
  lines: [],
  marked: [],
};

/** Maps that are dark by day, too. */
export const BY_NIGHT: ReadonlySet<string> = new Set(["europe-2", "europe"]);

const loaded = new Map<string, Promise<Atlas>>();

/** The map with this name. One that could not be fetched is asked for again the next time. */
export function loadAtlas(name: string): Promise<Atlas> {
  const known = loaded.get(name);
  if (known) return known;
  const coming = fetch(at(`/api/maps/${encodeURIComponent(name)}`)).then(async (answer) => {
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return atlasOf((await answer.json()) as MapAnswer);
  });
  loaded.set(name, coming);
  coming.catch(() => loaded.delete(name));
  return coming;
}

const WAYS: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** The neighbour that lies most in an arrow key's direction; null if none lies that way. */
export function neighbourAt(atlas: Atlas, from: string, key: string): string | null {
  const here = atlas.places.get(from);
  const way = WAYS[key];
  if (!here || !way) return null;
  let best: string | null = null;
  let most = 0.2; // about 78 degrees to either side: beyond that it is another key's direction
  for (const id of atlas.neighbours.get(from) ?? []) {
    const there = atlas.places.get(id);
    if (!there) continue;
    const [x, y] = [there.x - here.x, there.y - here.y];
    const towards = (x * way.x + y * way.y) / Math.hypot(x, y);
    if (towards > most) [best, most] = [id, towards];
  }
  return best;
}
