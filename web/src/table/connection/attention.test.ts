import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IDLE_MS, watchAttention } from "./attention";

let hidden = false;
let told: boolean[] = [];
let stop = (): void => undefined;

function turn(to: boolean): void {
  hidden = to;
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  [hidden, told] = [false, []];
  stop = watchAttention((looking) => told.push(looking));
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test("whoever opens a page looks at it, and nothing is said", () => {
  vi.advanceTimersByTime(IDLE_MS - 1);
  expect(told).toEqual([]);
});

test("a page that is hidden is not looked at; one that comes to the front is", () => {
  turn(true);
  turn(false);
  expect(told).toEqual([false, true]);
});

test("a page that nobody touches for minutes is not looked at, until someone does", () => {
  vi.advanceTimersByTime(IDLE_MS / 2);
  window.dispatchEvent(new Event("pointermove"));
  vi.advanceTimersByTime(IDLE_MS - 1);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([false]);
  vi.advanceTimersByTime(10 * IDLE_MS);
  window.dispatchEvent(new Event("keydown"));
  window.dispatchEvent(new Event("keydown"));
  expect(told).toEqual([false, true]);
});

test("a page opened in the background is not looked at", () => {
  stop();
  hidden = true;
  stop = watchAttention((looking) => told.push(looking));
  expect(told).toEqual([false]);
  window.dispatchEvent(new Event("pointermove")); // of a page that nobody sees
  expect(told).toEqual([false]);
});

test("nothing is said after the end", () => {
  stop();
  turn(true);
  vi.advanceTimersByTime(2 * IDLE_MS);
  expect(told).toEqual([]);
});
