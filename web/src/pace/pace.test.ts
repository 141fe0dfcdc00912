import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Part } from "../boards/contract";
import type { Known } from "../table/model";
import { hold } from "./motion";
import { Paced } from "./paced.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SOON = 200;
const NONE: readonly Part[] = [];
const ASKED: readonly Part[] = [{ kind: "say", words: ["yes", "no"] }];

const known = (n: number, offer = NONE): Known =>
  ({ n, offer, picture: {}, names: {}, log: [], chat: [], news: [] }) as unknown as Known;

async function learn(paced: Paced, ...news: Known[]): Promise<void> {
  for (const one of news) {
    paced.known = one;
    flushSync();
  }
  await vi.advanceTimersByTimeAsync(SOON);
}

const shown = ({ pace }: Paced): number[] => [pace.board.n, pace.around.n];

test("the board comes first; what stands around it when nothing moves any more", async () => {
  const paced = new Paced(known(1));
  expect(shown(paced)).toEqual([1, 1]);
  await learn(paced, known(2));
  expect(shown(paced)).toEqual([2, 2]);
  paced.known = known(3);
  flushSync();
  const release = await new Promise<() => void>((resolve) => {
    const watch = setInterval(() => paced.pace.board.n === 3 && (clearInterval(watch), resolve(hold())), 1);
    void vi.advanceTimersByTimeAsync(SOON);
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown(paced)).toEqual([3, 2]);
  release();
  await vi.advanceTimersByTimeAsync(SOON);
  expect(shown(paced)).toEqual([3, 3]);
  paced.end();
});

test("updates are shown one after the other; of many, the eldest are left out", async () => {
  const paced = new Paced(known(1));
  const seen: number[] = [];
  const watch = setInterval(() => seen.at(-1) !== paced.pace.board.n && seen.push(paced.pace.board.n), 1);
  await learn(paced, ...[2, 3, 4, 5, 6].map((n) => known(n)));
  await vi.advanceTimersByTimeAsync(SOON);
  clearInterval(watch);
  expect(seen).toEqual([1, 4, 5, 6]);
  expect(paced.pace.hurried).toBe(false);
  paced.end();
});

test("all that follows from an update is told before the next one is acted out", async () => {
  const paced = new Paced(known(1));
  await learn(paced, known(2), known(3));
  expect(paced.told.slice(1)).toEqual([[2, 2], [3, 3]]);
  paced.end();
});

test("an offer comes when its reasons were seen, and goes at once when it does not hold any more", async () => {
  const paced = new Paced(known(1));
  paced.known = known(2, ASKED);
  flushSync();
  expect([paced.pace.offer, paced.pace.late]).toEqual([[], true]);
  await vi.advanceTimersByTimeAsync(SOON);
  expect([paced.pace.offer, paced.pace.late]).toEqual([ASKED, false]);
  paced.known = known(3, [{ kind: "say", words: ["pass"] }]);
  expect([paced.pace.offer, paced.pace.late]).toEqual([ASKED, true]);
  paced.known = known(4);
  expect([paced.pace.offer, paced.pace.late, shown(paced)]).toEqual([[], true, [2, 2]]);
  paced.end();
});

test("the board gets the news of all that it shows, also of what was left out, and is settled with the newest", async () => {
  const news = (n: number): Known => ({ ...known(n), news: [2, 3, 4, 5, 6].filter((m) => m <= n).map((m) => ({ n: m, events: [] })) });
  const paced = new Paced(news(2));
  const heard: number[][] = [];
  const watch = setInterval(() => {
    const now = paced.pace.news.map(({ n }) => n);
    if (heard.at(-1)?.length !== now.length) heard.push(now);
  }, 1);
  paced.known = news(6);
  flushSync();
  expect(paced.pace.settled).toBe(false);
  await vi.advanceTimersByTimeAsync(SOON);
  clearInterval(watch);
  expect(heard).toEqual([[], [3, 4, 5, 6]]); // 2 was there before these eyes looked
  expect(paced.pace.settled).toBe(true);
  paced.seat = 1;
  expect(paced.pace.news).toEqual([]);
  paced.end();
});

test("other eyes never see what the last ones saw", async () => {
  const paced = new Paced(known(5, ASKED));
  paced.known = known(6, ASKED);
  flushSync();
  paced.seat = 1;
  paced.known = known(2);
  expect([shown(paced), paced.pace.offer]).toEqual([[2, 2], NONE]);
  flushSync();
  await vi.advanceTimersByTimeAsync(SOON);
  expect(shown(paced)).toEqual([2, 2]);
  paced.end();
});
