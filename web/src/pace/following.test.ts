import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hold } from "./motion";
import { Follows } from "./follows.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SOON = 200;

test("what follows something shows it when nothing moves", async () => {
  const follows = new Follows("one");
  const release = hold();
  follows.value = "two";
  flushSync();
  await vi.advanceTimersByTimeAsync(SOON);
  expect(follows.following.shown).toBe("one");
  release();
  await vi.advanceTimersByTimeAsync(SOON);
  expect(follows.following.shown).toBe("two");
  follows.end();
});

test("of several changes only the last is shown, and none after the end", async () => {
  const follows = new Follows("one");
  for (const value of ["two", "three"]) {
    follows.value = value;
    flushSync();
  }
  await vi.advanceTimersByTimeAsync(SOON);
  expect(follows.seen).toEqual(["one", "three"]);
  follows.value = "four";
  flushSync();
  follows.end();
  await vi.advanceTimersByTimeAsync(SOON);
  expect(follows.seen).toEqual(["one", "three"]);
});

test("other eyes see at once what is theirs, and never what the last ones saw", () => {
  const follows = new Follows("secret of 0");
  follows.eyes = 1;
  follows.value = "secret of 1";
  expect(follows.following.shown).toBe("secret of 1");
  follows.end();
});

test("what cannot wait is caught up with", () => {
  const follows = new Follows("one");
  follows.value = "two";
  follows.following.catchUp();
  expect(follows.following.shown).toBe("two");
  follows.end();
});
