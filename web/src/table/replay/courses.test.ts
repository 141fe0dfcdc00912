import { expect, test } from "vitest";
import { apart, pathOf, tableOf, valueAt } from "./courses";

const course = (points: readonly (readonly [number, number | null])[], word = "red") => ({
  word,
  name: word,
  colour: word,
  points,
  strong: false,
});

test("a value holds until the next one comes", () => {
  const red = course([[0, 10], [4, 30], [7, null]]);
  expect([0, 3, 4, 6, 7, 99].map((moment) => valueAt(red, moment))).toEqual([10, 10, 30, 30, null, null]);
  expect(valueAt(course([[5, 1]]), 4)).toBe(null);
  expect(valueAt(course([]), 4)).toBe(null);
});

test("a line goes in steps, and is broken where nothing is said", () => {
  expect(pathOf(course([[0, 0], [4, 50]]), 10, 100)).toBe("M0,100H4V50H10");
  expect(pathOf(course([[2, 20], [3, null], [6, 40]]), 8, 40)).toBe("M2,50H3M6,0H8");
  expect(pathOf(course([[0, -1]]), 8, 40)).toBe("M0,100H8");
  expect(pathOf(course([]), 8, 40)).toBe("");
});

test("a table has a row for each change, and no other", () => {
  const rows = tableOf([course([[0, 1], [2, 1], [5, 2]]), course([[0, 9], [3, 9], [5, 8]], "blue")]);
  expect(rows).toEqual([
    { moment: 0, values: [1, 9] },
    { moment: 5, values: [2, 8] },
  ]);
});

test("marks at the ends of lines do not cover each other", () => {
  expect(apart([50, 10, 90], 10)).toEqual([50, 10, 90]);
  expect(apart([100, 100, 100], 10)).toEqual([80, 90, 100]);
  expect(apart([0, 0, 3], 10)).toEqual([0, 10, 20]);
  const many = apart(Array.from({ length: 21 }, () => 50), 10);
  expect(Math.min(...many)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...many)).toBeLessThanOrEqual(100);
  expect(apart([], 10)).toEqual([]);
});
