import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { gradually, hurry } from "../../../pace/slices";
import { atlases } from "../games";
import type { Heap } from "../pieces/stack";
import { Named } from "./named.svelte";
import { placeNames, placing, type Name } from "./names";

const EMPTY: Heap = { agents: 0, carrying: false, cases: 0 };
const SIZE = { piece: 1, font: 18 };
const atlas = Object.values(atlases)[0]!;
const places = [...atlas.places.values()];
const crowded = new Map(places.filter(({ label }) => label).slice(0, 12).map(({ id }) => [id, { ...EMPTY, agents: 2, cases: 1 }]));

test("names are found in many short steps, and are the same as all at once", () => {
  const order = [places, ({ name }: { name: string }) => name, (place: string) => crowded.get(place) ?? EMPTY, SIZE, atlas.size] as const;
  const steps = placing(...order);
  let count = 0;
  let found = steps.next();
  for (; !found.done; found = steps.next()) count++;
  expect(count).toBeGreaterThan(places.length / 6 + 6);
  expect(found.value).toEqual(placeNames(...order));
});

test("names follow what stands on the map, a step in each slice, and none is worked out twice", () => {
  const named = new Named(atlas, SIZE, EMPTY);
  const expected = (heaps: ReadonlyMap<string, Heap>): Name[] =>
    placeNames(places, ({ name }) => name, (place) => heaps.get(place) ?? EMPTY, { ...SIZE, font: named.naming.font }, atlas.size);
  gradually(named.naming.prepare(), () => {});
  flushSync();
  hurry();
  expect(named.naming.names).toEqual(expected(new Map()));
  const before = named.naming.names;
  named.heaps = crowded;
  flushSync();
  expect(named.naming.names).toBe(before); // they have not been found yet
  hurry();
  expect(named.naming.names).toEqual(expected(crowded));
  expect(named.naming.names).not.toEqual(before);
  expect(named.naming.names).toBe(named.naming.names);
  named.end();
});
