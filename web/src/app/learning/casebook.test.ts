import { beforeEach, expect, test, vi } from "vitest";
import { caseKey, type Casebook, dayAfter, note, readBook, stars, starsOfMove, streakIn } from "./casebook";

const solved = (on: string) => ({ owners: ["one"], right: 1, on });
const onDay = (...days: readonly string[]): Casebook =>
  Object.fromEntries(days.map((day) => [caseKey(day, "easy"), solved(day)]));

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

test("days are counted over months and leap years", () => {
  expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01");
  expect(dayAfter("2028-03-01", -1)).toBe("2028-02-29");
});

test("a streak is days in a row, and waits for the present day", () => {
  expect(streakIn({}, "2026-03-03")).toBe(0);
  expect(streakIn(onDay("2026-03-03"), "2026-03-03")).toBe(1);
  expect(streakIn(onDay("2026-02-28", "2026-03-01", "2026-03-02"), "2026-03-03")).toBe(3);
  expect(streakIn(onDay("2026-02-28", "2026-03-01"), "2026-03-03")).toBe(0);
});

test("a case that is answered on another day counts for no streak", () => {
  expect(streakIn({ "2026-03-02/easy": solved("2026-03-03") }, "2026-03-03")).toBe(0);
});

test("the first answer to a case is the one that is kept", () => {
  note("2026-03-02/easy", solved("2026-03-02"));
  expect(note("2026-03-02/easy", { ...solved("2026-03-09"), right: 3 })["2026-03-02/easy"]).toEqual(solved("2026-03-02"));
  expect(Object.keys(readBook())).toEqual(["2026-03-02/easy"]);
});

test("a storage that is broken or not ours is an empty book", () => {
  localStorage.setItem("heimlich.cases", "{nonsense");
  expect(readBook()).toEqual({});
  vi.stubGlobal("localStorage", undefined);
  expect(readBook()).toEqual({});
  expect(Object.keys(note("2026-03-02/easy", solved("2026-03-02")))).toHaveLength(1);
});

test("the line to share tells how many are right, not which", () => {
  expect(stars(3, 4)).toBe("★★★☆");
  expect(stars(0, 3)).toBe("☆☆☆");
});

test("a move gets stars by what it costs", () => {
  const finding = { error: 1, gain: 0, lead: 0, points: [], scores: false, ends: false, ahead: 0, suspicion: 0 };
  const moves = [5000, 5999, 6000, 5700, 5699].map((win) => ({ win, ...finding }));
  const solution = { best: 2, looks: 0, suspicion: 0, played: [50, 40] as const, moves };
  expect(moves.map((_, move) => starsOfMove(solution, move))).toEqual([1, 2, 3, 2, 1]);
  expect(starsOfMove({ ...solution, moves: [{ win: 4999, ...finding }, ...moves.slice(1)] }, 0)).toBe(0);
});
