import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { atlases, moments } from "../games";
import { extentOf, fit, sizes } from "../looking/viewport";
import { agentsOf, byPlace } from "../picture";
import type { Heap } from "../pieces/stack";
import { badgeSpot, radiusOf } from "./marks";
import { boxOf, distance, overlap, placeNames, type Measures, type Name } from "./names";

const EMPTY: Heap = { agents: 0, carrying: false, cases: 0 };
const DOT = 12.5; // the radius of a city's disc
const FRAMES = {
  phone: { width: 344, height: 406 },
  desk: { width: 690, height: 736 },
  large: { width: 1250, height: 1000 },
  party: { width: 768, height: 768 },
};
const catalogues = Object.fromEntries(
  ["en", "de", "fr"].map((language) => [
    language,
    JSON.parse(readFileSync(`../src/heimlich/text/${language}/suitcases.json`, "utf-8")) as Record<string, string>,
  ]),
);

/** What is wrong with names as they stand: they touch, cover a dot, or are nearer to another city than to their own. */
function faults(map: string, names: readonly Name[], measures: Measures): string[] {
  const cities = [...atlases[map]!.places.values()].filter(({ kind }) => kind === "city");
  return names.flatMap((name, index) => {
    const box = boxOf(name, measures);
    const own = distance(box, cities.find(({ id }) => id === name.id)!);
    const touched = names.slice(index + 1).filter((other) => overlap(box, boxOf(other, measures)));
    const others = cities.filter(({ id }) => id !== name.id);
    return [
      ...touched.map((other) => `${name.text} touches ${other.text}`),
      ...others.filter((city) => distance(box, city) < DOT).map(({ id }) => `${name.text} covers ${id}`),
      ...others.filter((city) => distance(box, city) <= own).map(({ id }) => `${name.text} could be the name of ${id}`),
    ];
  });
}

const cases = Object.keys(atlases).flatMap((map) =>
  Object.entries(FRAMES).flatMap(([screen, frame]) =>
    Object.keys(catalogues).flatMap((language) => [1, 2, 5].map((zoom) => ({ map, screen, frame, language, zoom }))),
  ),
);

test.each(cases)("names on $map belong to one city each: $screen, $language, $zoom times as near", (one) => {
  const { map, frame, language, zoom } = one;
  const atlas = atlases[map]!;
  const { piece, font } = sizes(fit(frame, extentOf(atlas.size, frame)).k * zoom, atlas.font);
  const text = catalogues[language]!;
  const named = placeNames(
    [...atlas.places.values()],
    ({ id, name }) => text[`place.${id}`] ?? name,
    () => EMPTY,
    { piece, font },
    atlas.size,
  );
  expect(faults(map, named, { piece, font })).toEqual([]);
});

test.each(Object.keys(atlases))("no name on %s covers a dot, or touches another name, when pieces lie about", (map) => {
  const atlas = atlases[map]!;
  const { piece, font } = sizes(fit(FRAMES.phone, extentOf(atlas.size, FRAMES.phone)).k, atlas.font);
  const places = [...atlas.places.values()];
  const cities = places.filter(({ kind }) => kind === "city");
  let seed = 7;
  const any = (): string => cities[(seed = (seed * 48271) % 2147483647) % cities.length]!.id;
  for (let deal = 0; deal < 60; deal++) {
    const heaps = new Map<string, Heap>();
    const add = (id: string, more: (heap: Heap) => Partial<Heap>): void => {
      const heap = heaps.get(id) ?? EMPTY;
      heaps.set(id, { ...heap, ...more(heap) });
    };
    for (let suitcase = 0; suitcase < 8; suitcase++) add(any(), ({ cases }) => ({ cases: cases + 1 }));
    for (let agent = 0; agent < deal % 6; agent++) add(any(), ({ agents }) => ({ agents: Math.min(2, agents + 1) }));
    const named = placeNames(places, ({ name }) => name, (id) => heaps.get(id) ?? EMPTY, { piece, font }, atlas.size);
    const found = faults(map, named, { piece, font }).filter((fault) => !fault.includes("could be"));
    expect(found, `deal ${deal}`).toEqual([]);
  }
});

test.each(cases)("a city's badge on $map is under no name: $screen, $language, $zoom times as near", (one) => {
  const { map, frame, language, zoom } = one;
  const atlas = atlases[map]!;
  const { piece, font } = sizes(fit(frame, extentOf(atlas.size, frame)).k * zoom, atlas.font);
  const places = [...atlas.places.values()];
  const text = catalogues[language]!;
  const spell = ({ id, name }: { id: string; name: string }): string => text[`place.${id}`] ?? name;
  const boxes = placeNames(places, spell, () => EMPTY, { piece, font }, atlas.size).map((name) => boxOf(name, { piece, font }));
  const covered = places.flatMap((place) => {
    if (place.kind !== "city") return [];
    const radius = radiusOf(place, { kind: "far", steps: 2 }, EMPTY, piece);
    const { x, y } = badgeSpot(place, radius, piece, boxes, places);
    return boxes.some((box) => distance(box, { x, y }) < 10 * piece) ? [place.id] : [];
  });
  expect(covered).toEqual([]);
});

test("with pieces on the map, names cover no other city, and few of them touch", () => {
  let [touching, all] = [0, 0];
  for (const { game } of moments.filter((_, index) => index % 9 === 0)) {
    const atlas = atlases[game.map]!;
    const agents = byPlace(agentsOf(game).map((agent) => [agent, agent.place] as const));
    const lying = byPlace(Object.entries(game.lying));
    const heap = (place: string): Heap => {
      const here = agents.get(place) ?? [];
      return { agents: here.length, carrying: here.some(({ load }) => load), cases: lying.get(place)?.length ?? 0 };
    };
    const { piece, font } = sizes(fit(FRAMES.phone, extentOf(atlas.size, FRAMES.phone)).k, atlas.font);
    const named = placeNames([...atlas.places.values()], ({ name }) => name, heap, { piece, font }, atlas.size);
    const found = faults(game.map, named, { piece, font });
    expect(found.filter((fault) => fault.includes("covers"))).toEqual([]);
    all += named.length;
    touching += found.filter((fault) => fault.includes("touches")).length;
  }
  expect(touching / all).toBeLessThan(0.01);
});
