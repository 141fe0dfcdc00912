import { expect, test } from "vitest";
import { clockOf, minutesOf } from "./calls";

test("minutes of the day are written as a clock, and read again", () => {
  for (const minutes of [0, 59, 8 * 60, 22 * 60, 24 * 60 - 1]) expect(minutesOf(clockOf(minutes))).toBe(minutes);
  expect(clockOf(485)).toBe("08:05");
  for (const nonsense of ["", "24:00", "7:00", "12:60", "noon"]) expect(minutesOf(nonsense)).toBe(null);
});
