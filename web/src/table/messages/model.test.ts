import { describe, expect, test } from "vitest";
import type { Snapshot, Update } from "./messages";
import {
  awaitedIn,
  begin,
  goOn,
  type Known,
  KEPT_LINES,
  type Picture,
  seatInfos,
  seatsOf,
  timeLeft,
} from "./model";

const table = {
  id: "t",
  stage: "playing",
  terms: { game: "heimlich-co", edition: "rio-grande", seats: 3 },
  version: 1,
  host: 1,
  people: { 1: { name: "Anna" }, 2: { name: "" } },
  seats: { 0: { who: 1 }, 1: { who: 2 }, 2: { bot: "casual", name: "Otto" } },
  fair: { commitment: "c" },
};
const snapshot: Snapshot = {
  t: "s",
  n: 5,
  p: { table, game: { phase: "move", turn: 1, seat: 0 }, offer: [["say", ["pass"]]] },
  names: { roll: "face seat" },
  l: [["roll", "4", "@0"]],
};
const update = (n: number, more: Partial<Update> = {}): Update => ({ t: "u", n, ...more });

function known(): Known {
  return begin(snapshot);
}

test("a snapshot is taken in whole, and is no news", () => {
  const now = known();
  expect(now.offer).toEqual([{ kind: "say", words: ["pass"] }]);
  expect(now.log.map(({ line, fresh }) => [line.key, fresh])).toEqual([["roll", false]]);
  expect(now.news).toEqual([]);
});

describe("an update", () => {
  test("goes on with the picture, the log, the chat and the news", () => {
    const next = goOn(
      known(),
      update(6, { e: ["roll 3"], l: [["roll", "3", "@1"]], p: { game: { seat: 1 }, offer: null } }),
    )!;
    expect(next.picture.game?.seat).toBe(1);
    expect(next.offer).toEqual([]);
    expect(next.log.map(({ id, fresh }) => [id, fresh])).toEqual([
      [0, false],
      [1, true],
    ]);
    expect(next.news).toEqual([{ n: 6, events: ["roll 3"] }]);
  });

  test("that was had already changes nothing; one too far ahead asks for everything anew", () => {
    const now = known();
    expect(goOn(now, update(5))).toBe(now);
    expect(goOn(now, update(7))).toBeNull();
  });

  test("without an offer leaves the one there is as it was", () => {
    const now = known();
    expect(goOn(now, update(6, { p: { game: { turn: 2 } } }))!.offer).toBe(now.offer);
  });

  test("makes the log no longer than it may be", () => {
    let now = known();
    for (let n = 6; n < 6 + KEPT_LINES + 10; n++) now = goOn(now, update(n, { l: [["roll", "1", "@0"]] }))!;
    expect(now.log).toHaveLength(KEPT_LINES);
    expect(new Set(now.log.map(({ id }) => id)).size).toBe(KEPT_LINES);
  });
});

test("who is awaited: the one whose turn it is, unless it is said, and nobody in a pause", () => {
  const { picture } = known();
  expect(awaitedIn(picture)).toEqual([0]);
  expect(awaitedIn({ ...picture, game: { ...picture.game!, awaited: [1, 2] } })).toEqual([1, 2]);
  expect(awaitedIn({ ...picture, table: { ...picture.table, stage: "paused" } })).toEqual([]);
});

test("seats by person, and how each is called", () => {
  const picture = known().picture as Picture;
  expect(seatsOf(picture.table, 2)).toEqual([1]);
  expect(seatsOf(picture.table, 0)).toEqual([]);
  const infos = seatInfos(picture.table, 1, (kind, number) => `${kind} ${number}`);
  expect(infos.map(({ name, bot, you }) => [name, bot, you])).toEqual([
    ["Anna", null, true],
    ["guest 2", null, false],
    ["Otto", "casual", false],
  ]);
});

test("time passes only for a clock that runs", () => {
  expect(timeLeft({ left: 5000 }, 99)).toBe(5000);
  expect(timeLeft({ left: 5000, since: 1000 }, 3000)).toBe(3000);
  expect(timeLeft(undefined, 0)).toBeNull();
});
