import { expect, test } from "vitest";
import { arranged, put, shuffled } from "./packing";

const LETTERS = ["A", "B", "C", "D"];
const CONTENTS = ["5", "3", "1", "bomb"];

test("a content is in one suitcase only, and takes another's place", () => {
  const first = put(put({}, "A", "5"), "B", "bomb");
  expect(put(first, "C", "5")).toEqual({ B: "bomb", C: "5" });
  expect(put(first, "A", "3")).toEqual({ A: "3", B: "bomb" });
});

test("suitcases are locked when all are full, letter by letter", () => {
  expect(arranged(LETTERS, CONTENTS, { A: "5", B: "3", C: "1" })).toBe(null);
  const full = { D: "5", B: "3", C: "1", A: "bomb" };
  expect(arranged(LETTERS, CONTENTS, full)).toEqual(["pack A bomb", "pack B 3", "pack C 1", "pack D 5"]);
  expect(arranged(["C", "D"], ["1", "5"], full)).toEqual(["pack C 1", "pack D 5"]);
  expect(arranged([], [], full)).toBe(null);
});

test("with contents that are there twice, one suitcase is packed at a time", () => {
  expect(arranged(LETTERS, ["5", "bomb"], { A: "5" })).toEqual(["pack A 5"]);
  expect(arranged(LETTERS, ["5", "bomb"], { B: "5" })).toBe(null);
});

test("shuffling fills every suitcase with something else", () => {
  for (const random of [() => 0, () => 0.5, () => 0.999]) {
    expect(Object.values(shuffled(LETTERS, CONTENTS, random)).sort()).toEqual([...CONTENTS].sort());
  }
});
