import { describe, expect, test } from "vitest";
import { TALL, trackOf, WIDE } from "./town";
import { type Field, fieldCount, fieldOf, markerSpots, standMarkers } from "./track";

const overlap = (a: Field, b: Field): boolean =>
  a.x < b.x + b.w - 0.01 && b.x < a.x + a.w - 0.01 && a.y < b.y + b.h - 0.01 && b.y < a.y + a.h - 0.01;
const touch = (a: Field, b: Field): boolean =>
  a.x <= b.x + b.w + 0.01 && b.x <= a.x + a.w + 0.01 && a.y <= b.y + b.h + 0.01 && b.y <= a.y + a.h + 0.01;

const CASES = [WIDE, TALL].flatMap((plan) =>
  [1, 7, 20, 41, 42, 43, 60, 99, 250].map((target) => ({ plan, target, name: plan.name })),
);

describe.each(CASES)("$name, up to $target", ({ plan, target }) => {
  const fields = trackOf(plan, fieldCount(target));

  test("a closed way of fields inside the frame, none over another", () => {
    expect(fields.map((field) => field.n)).toEqual(fields.map((_, i) => i));
    expect(fields.length).toBe(fieldCount(target));
    fields.forEach((field, i) => {
      expect(touch(field, fields[(i + 1) % fields.length]!)).toBe(true);
      expect(field.x).toBeGreaterThanOrEqual(0);
      expect(field.y).toBeGreaterThanOrEqual(0);
      expect(field.x + field.w).toBeLessThanOrEqual(plan.width);
      expect(field.y + field.h).toBeLessThanOrEqual(plan.height);
      for (const other of fields.slice(i + 1)) expect(overlap(field, other)).toBe(false);
    });
  });

  test("up to seven markers share a field and none hides another", () => {
    for (const field of fields) {
      for (let n = 1; n <= 7; n++) {
        const spots = markerSpots(field, n);
        expect(spots).toHaveLength(n);
        spots.forEach((spot, i) => {
          for (const other of spots.slice(i + 1)) {
            // Tiles of 36 with a rim do not touch.
            const apart = Math.max(Math.abs(spot.x - other.x), Math.abs(spot.y - other.y));
            expect(apart).toBeGreaterThanOrEqual(40.99 * spot.scale);
          }
        });
      }
    }
  });
});

test("a field for every number up to the target, as long as they are not too many", () => {
  for (let target = 1; target <= 100; target++) expect(fieldCount(target)).toBeGreaterThan(target);
  expect(fieldCount(42)).toBe(44);
  expect(fieldCount(1000)).toBe(104);
});

test("markers run on past the end and back below 0, and carry their number then", () => {
  expect(fieldOf(0, 44)).toEqual({ field: 0, beyond: false });
  expect(fieldOf(43, 44)).toEqual({ field: 43, beyond: false });
  expect(fieldOf(44, 44)).toEqual({ field: 0, beyond: true });
  expect(fieldOf(57, 44)).toEqual({ field: 13, beyond: true });
  expect(fieldOf(-3, 44)).toEqual({ field: 41, beyond: true });
  expect(fieldOf(-50, 44)).toEqual({ field: 38, beyond: true });
});

test("every marker has its place, also a lap ahead on the same field", () => {
  const fields = trackOf(WIDE, fieldCount(42));
  const spots = standMarkers(fields, { red: 3, blue: 47, green: 3, gray: 0 });
  expect(Object.keys(spots).toSorted()).toEqual(["blue", "gray", "green", "red"]);
  expect(new Set(Object.values(spots).map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
});
