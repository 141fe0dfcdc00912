import { expect, test } from "vitest";
import type { GameInfo } from "../../app/server/api";
import type { PastTable } from "../../app/people/groups";
import { replaced, sameAgain } from "./again";

const game = {
  id: "heimlich-co",
  editions: { "rio-grande": ["top-secret"], cie: [] },
  players: { "rio-grande": [2, 7], cie: [2, 5] },
  bots: ["casual", "master"],
} as unknown as GameInfo;
const last: PastTable = {
  table: "t",
  ended_at: 0,
  game: "heimlich-co",
  edition: "rio-grande",
  ended: "over",
  terms: { game: "heimlich-co", edition: "rio-grande", seats: 3, public: true, clock: { kind: "days", days: 2 }, rated: true },
  variants: ["top-secret"],
  house: [["target", "30"]],
  seats: [{ name: "Anna" }, { name: "Bob" }, { bot: "master", name: "Ambros" }],
  replay: true,
};

test("a table like the last one has its rules, its clock and its bots", () => {
  const { terms, commands } = sameAgain(game, last, 3, 500);
  expect(terms).toMatchObject({ edition: "rio-grande", variants: ["top-secret"], house: [["target", "30"]], seats: 4 });
  expect(terms).toMatchObject({ clock: { kind: "days", days: 2 }, rated: true, public: false });
  expect(commands).toEqual([
    { do: "sit", seat: 0 },
    { do: "add-bot", seat: 3, bot: "master" },
  ]);
});

test("where the table is gone, its rules are still known", () => {
  const { terms } = sameAgain(game, { ...last, terms: null }, 2, 500);
  expect(terms).toMatchObject({ variants: ["top-secret"], house: [["target", "30"]], bot_pace_ms: 500, seats: 3 });
});

test("for a bot who is no longer offered, the nearest level comes, and one is told", () => {
  const before = { ...last, seats: [{ name: "Anna" }, { bot: "detective" }, { bot: "detective" }, { bot: "greedy" }, { bot: "master" }] };
  const offered = { ...game, bots: ["casual", "veteran", "master"] };
  expect(sameAgain(offered, before, 1, 0).commands.slice(1)).toEqual([
    { do: "add-bot", seat: 1, bot: "veteran" },
    { do: "add-bot", seat: 2, bot: "veteran" },
    { do: "add-bot", seat: 3, bot: "casual" },
    { do: "add-bot", seat: 4, bot: "master" },
  ]);
  expect(replaced(before)).toEqual([
    { before: "detective", now: "veteran" },
    { before: "greedy", now: "casual" },
  ]);
  expect(replaced(last)).toEqual([]);
});

test("members come before bots, and nobody is asked who plays no more", () => {
  expect(sameAgain(game, { ...last, edition: "cie", variants: [] }, 5, 0).commands).toEqual([{ do: "sit", seat: 0 }]);
  expect(sameAgain(game, { ...last, seats: [{ bot: "retired" }] }, 2, 0).commands).toEqual([{ do: "sit", seat: 0 }]);
  expect(sameAgain(game, { ...last, edition: "lost" }, 2, 0).terms).toMatchObject({ edition: "rio-grande", seats: 2 });
  expect(sameAgain(game, undefined, 9, 0).terms).toMatchObject({ seats: 7, public: false });
});
