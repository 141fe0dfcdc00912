import { expect, test } from "vitest";
import { tagLines } from "./tags";

test.each([
  ["Anna", ["Anna"]],
  ["Guest 1", ["Guest 1"]],
  ["Guest 1 (2)", ["Guest 1", "(2)"]],
  ["Bartholomäus", ["Bartholo…"]],
  ["Bartholomäus von Stein", ["Bartholo…", "von Stein"]],
  ["Anna Maria von der Alm", ["Anna", "Maria vo…"]],
  ["", []],
])("%s", (name, lines) => {
  expect(tagLines(name)).toEqual(lines);
  for (const line of tagLines(name)) expect(line.length).toBeLessThanOrEqual(9);
});
