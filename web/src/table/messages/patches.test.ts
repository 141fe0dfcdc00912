import { expect, test } from "vitest";
import { applyPatch, sameJson, steady } from "./patches";

test("keys are merged at any depth, null takes one away, lists are replaced whole", () => {
  const old = { a: { b: 1, c: [1, 2] }, d: "x" };
  expect(applyPatch(old, { a: { b: 2, c: [3] }, d: null, e: { f: 1 } })).toEqual({ a: { b: 2, c: [3] }, e: { f: 1 } });
  expect(old).toEqual({ a: { b: 1, c: [1, 2] }, d: "x" });
});

test("an object takes the place of what was none, and the other way round", () => {
  expect(applyPatch({ a: 1, b: { c: 1 } }, { a: { x: 1 }, b: 2 })).toEqual({ a: { x: 1 }, b: 2 });
});

test("what is not touched stays the same object", () => {
  const table = { seats: 2 };
  expect(applyPatch({ table, n: 1 }, { n: 2 }).table).toBe(table);
});

test("values are the same when they say the same, whatever objects they are", () => {
  const value = { at: { red: 1, blue: [2, "3"] }, roll: null };
  expect(sameJson(value, structuredClone(value))).toBe(true);
  for (const other of [
    { at: { red: 1, blue: [2, 3] }, roll: null },
    { at: { red: 1, blue: [2, "3", 4] }, roll: null },
    { at: { red: 1, blue: { 0: 2, 1: "3" } }, roll: null },
    { at: { red: 1, blue: [2, "3"] }, safe: null },
    { at: { red: 1, blue: [2, "3"] } },
    null,
  ]) {
    expect(sameJson(value, other)).toBe(false);
  }
});

test("what says the same stays the same object", () => {
  const same = steady<readonly number[]>();
  const first = same([1, 2]);
  expect(same([1, 2])).toBe(first);
  expect(same([1, 3])).not.toBe(first);
});
