import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterwards, later } from "./slices";
import { hold, holdFor, isMoving, stillness } from "./motion";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(document, "getAnimations");
});

/** Something that the browser moves for so long. */
function moving(ms: number, endTime = ms): void {
  const finished = new Promise((resolve) => setTimeout(resolve, ms));
  const one = { playState: "running", finished, effect: { getComputedTiming: () => ({ endTime }) } };
  void finished.then(() => (one.playState = "finished"));
  Object.assign(document, { getAnimations: () => [one] });
}

test("what follows from something waits until nothing moves; what is to be there at all does not", async () => {
  const release = hold();
  const done: string[] = [];
  afterwards(() => done.push("one"));
  afterwards(() => done.push("two"));
  later(() => done.push("built"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(done).toEqual(["built"]);
  release();
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toEqual(["built", "one", "two"]);
});

test("not even a frame is asked for while something moves, and to one who does not see it nothing does", async () => {
  const asked = vi.spyOn(window, "requestAnimationFrame");
  const release = hold();
  const done: string[] = [];
  afterwards(() => done.push("told"));
  await vi.advanceTimersByTimeAsync(1000);
  expect([asked.mock.calls.length, done]).toEqual([0, []]);
  release();
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toEqual(["told"]);
  const again = hold();
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  afterwards(() => done.push("unseen"));
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toEqual(["told", "unseen"]);
  again();
});

test("who begins to move keeps those waiting who come after", async () => {
  const done: string[] = [];
  let release = (): void => {};
  afterwards(() => (release = hold()));
  afterwards(() => done.push("told"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(done).toEqual([]);
  release();
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toEqual(["told"]);
});

test("after some seconds what waits is done all the same", async () => {
  const release = hold();
  const done: string[] = [];
  afterwards(() => done.push("told"));
  await vi.advanceTimersByTimeAsync(9000);
  expect(done).toEqual(["told"]);
  release();
});

test("several motions are over with the last of them, and each is ended once", async () => {
  const [first, second] = [hold(), holdFor(300)];
  first();
  first();
  expect(isMoving()).toBe(true);
  await vi.advanceTimersByTimeAsync(400);
  expect(isMoving()).toBe(false);
  second();
  expect(isMoving()).toBe(false);
});

test("the browser's own animations are waited for, too", async () => {
  moving(500);
  let still = false;
  void stillness().then(() => (still = true));
  await vi.advanceTimersByTimeAsync(450);
  expect(still).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(still).toBe(true);
});

test("nobody waits for what never ends, nor longer than some seconds for anything", async () => {
  moving(100_000, Infinity);
  expect(isMoving()).toBe(false);
  const release = hold();
  let still = false;
  void stillness().then(() => (still = true));
  await vi.advanceTimersByTimeAsync(7900);
  expect(still).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(still).toBe(true);
  release();
});

test("a page that nobody sees draws no frames, and goes on all the same", async () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  const done: string[] = [];
  later(() => done.push("built"));
  await vi.advanceTimersByTimeAsync(600);
  expect(done).toEqual(["built"]);
  vi.unstubAllGlobals();
});
