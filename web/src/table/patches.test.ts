import { expect, test } from "vitest";
import { applyPatch } from "./patches";

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
