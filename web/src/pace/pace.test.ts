import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Part } from "../boards/contract";
import type { Known } from "../table/messages/model";
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

/** A game in which seat 0 looks on while others move: by update, the events, and the turn that it is after them. */
const story = (events: readonly (readonly string[])[], turns: readonly number[]): Known[] => {
  const news = events.map((told, i) => ({ n: i + 2, events: told }));
  return news.map(({ n }, i) => ({
    ...known(n),
    picture: { game: { turn: turns[i] } } as unknown as Known["picture"],
    news: news.slice(0, i + 1),
  }));
};
const first = (): Known => ({ ...known(1), picture: { game: { turn: 1 } } as unknown as Known["picture"] });

test("what others did stays for a while before the next of it; with reduced motion for longer, for nothing moved", async () => {
  for (const [tempo, still, least, most] of [
    ["normal", false, 800, 1200],
    ["normal", true, 2100, 2500],
    ["slow", false, 2500, 2900],
    ["fast", true, 0, 100],
    ["live", true, 0, 100],
  ] as const) {
    const paced = new Paced(first());
    paced.timing = { tempo, still };
    await learn(paced, ...story([["2: move red 1", "roll 2"], ["3: move red 1", "roll 4"]], [2, 3]));
    const begun = performance.now();
    while (paced.pace.board.n < 3) await vi.advanceTimersByTimeAsync(20);
    const took = performance.now() - begun + SOON;
    expect([tempo, still, took >= least, took <= most + SOON]).toEqual([tempo, still, true, true]);
    paced.end();
  }
});

test("turn by turn, the next one comes when it is asked for, and one's own decisions at once", async () => {
  const paced = new Paced(first());
  paced.timing = { tempo: "step", still: false };
  const events = [["1: move red 1"], ["roll 2"], ["2: move red 1", "roll 3"], ["3: move red 2", "roll 1"]];
  const [own, rolled, second, third] = story(events, [1, 2, 3, 4]);
  await learn(paced, own!);
  expect([paced.pace.around.n, paced.pace.gated]).toEqual([2, false]);
  await learn(paced, rolled!, second!, third!);
  expect([paced.pace.around.n, paced.pace.gated]).toEqual([3, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(paced.pace.around.n).toBe(3);
  paced.pace.goOn();
  await vi.advanceTimersByTimeAsync(SOON);
  expect([paced.pace.around.n, paced.pace.gated]).toEqual([4, true]);
  paced.timing = { tempo: "normal", still: false }; // enough of that
  flushSync();
  await vi.advanceTimersByTimeAsync(SOON);
  expect([paced.pace.around.n, paced.pace.gated]).toEqual([5, false]);
  paced.end();
});

test("who asks for the next turn before it has come gets it without asking again", async () => {
  const paced = new Paced(first());
  paced.timing = { tempo: "step", still: false };
  const [one, two, three] = story([["2: move red 1"], ["3: move red 1"], ["2: move red 2"]], [2, 3, 4]);
  paced.pace.goOn();
  await learn(paced, one!, two!, three!);
  await vi.advanceTimersByTimeAsync(2000);
  expect(paced.pace.around.n).toBe(3);
  paced.end();
});

test("in a pause nothing more of the others is shown; what is decided here is, and all of it afterwards", async () => {
  const paced = new Paced(first());
  paced.timing = { tempo: "normal", still: false };
  const [one, two, own] = story([["2: move red 1"], ["3: move red 1"], ["1: move red 1"]], [2, 3, 4]);
  paced.pace.pause();
  await learn(paced, one!);
  await vi.advanceTimersByTimeAsync(5000);
  expect([paced.pace.board.n, paced.pace.paused]).toEqual([1, true]);
  paced.pace.goOn();
  await vi.advanceTimersByTimeAsync(SOON);
  expect([paced.pace.board.n, paced.pace.paused]).toEqual([2, false]);
  await learn(paced, two!);
  await vi.advanceTimersByTimeAsync(2000);
  paced.pace.pause();
  await learn(paced, own!);
  expect(paced.pace.board.n).toBe(4);
  paced.end();
});

test("nothing is left out where bots are waited for, and nobody waits where a clock runs", async () => {
  const events = [1, 2, 3, 4, 5, 6].map((n) => [`2: move red ${n}`]);
  const paced = new Paced(first());
  paced.timing = { tempo: "normal", still: false };
  const seen: number[] = [];
  const watch = setInterval(() => seen.at(-1) !== paced.pace.board.n && seen.push(paced.pace.board.n), 1);
  await learn(paced, ...story(events, [2, 3, 4, 5, 6, 7]));
  expect(paced.pace.hurried).toBe(false);
  await vi.advanceTimersByTimeAsync(9000);
  clearInterval(watch);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  paced.pace.pause();
  paced.timing = { tempo: "live", still: false }; // somebody has sat down
  flushSync();
  expect(paced.pace.paused).toBe(false);
  paced.end();
});

test("while the board acts, it is known whose decision that is", async () => {
  const paced = new Paced(first());
  const [one] = story([["3: move red 1", "roll 2"]], [2]);
  paced.known = one!;
  flushSync();
  expect([paced.pace.acting, paced.pace.actor]).toEqual([false, null]);
  const actors: (number | null)[] = [];
  const watch = setInterval(() => actors.push(paced.pace.actor), 1);
  await vi.advanceTimersByTimeAsync(SOON);
  clearInterval(watch);
  expect(actors).toContain(2);
  expect([paced.pace.acting, paced.pace.actor]).toEqual([false, null]);
  paced.end();
});

const ended = (n: number): Known => ({ ...known(n), picture: { game: { result: {} } } }) as unknown as Known;

test("the end is acted out and told when it was unmasked, and what comes meanwhile waits", async () => {
  const paced = new Paced(known(1));
  await learn(paced, ended(2));
  expect([shown(paced), paced.pace.veiled?.n]).toEqual([[2, 1], 2]);
  await learn(paced, ended(3));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([shown(paced), paced.pace.veiled?.n]).toEqual([[2, 1], 2]);
  paced.pace.unveil();
  flushSync();
  expect([paced.pace.around.n, paced.pace.veiled]).toEqual([2, null]);
  await vi.advanceTimersByTimeAsync(SOON);
  expect([shown(paced), paced.pace.veiled]).toEqual([[3, 3], null]);
  paced.end();
});

test("who comes to a table that is over is told at once", () => {
  const paced = new Paced(ended(7));
  expect([shown(paced), paced.pace.veiled]).toEqual([[7, 7], null]);
  paced.end();
});
