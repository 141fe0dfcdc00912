import { expect, test } from "vitest";
import type { GameInfo } from "../server/api";
import { company, levelIn, MIXED, quickKinds } from "./company";

const game = { bots: ["random", "newcomer", "casual", "master"], ladder: ["newcomer", "casual", "master"] } as unknown as GameInfo;
const spies = {
  bots: ["random", "newcomer", "casual", "veteran", "master", "careful", "bluffer"],
  ladder: ["newcomer", "casual", "veteran", "master"],
} as unknown as GameInfo;

test("a mixed company: nobody twice while there is somebody else, and nobody who plays at random", () => {
  expect(company(game, 3, MIXED).sort()).toEqual(["casual", "master", "newcomer"]);
  expect(company(game, 5, MIXED).slice(0, 3).sort()).toEqual(["casual", "master", "newcomer"]);
  expect(company(game, 5, MIXED)).not.toContain("random");
  expect(company(game, 1, MIXED, ["casual", "master"])).toEqual(["newcomer"]);
});

test("a mixed company is another one each time", () => {
  const first = company(spies, 2, MIXED, [], () => 0);
  const last = company(spies, 2, MIXED, [], (below) => below - 1);
  expect(first).toEqual(["newcomer", "casual"]);
  expect(last).toEqual(["bluffer", "careful"]);
});

test("who was chosen comes, however often", () => {
  expect(company(game, 2, "random", ["random"])).toEqual(["random", "random"]);
});

test("a game whose bots are all unknown is played with them", () => {
  expect(company({ bots: ["one"] } as GameInfo, 2, MIXED)).toEqual(["one", "one"]);
});

test("before a quick game one chooses among levels, the easiest first, or a mixed company", () => {
  expect(quickKinds(game)).toEqual(["newcomer", "casual", "master", MIXED]);
  expect(quickKinds({ bots: ["random"], ladder: [] } as unknown as GameInfo)).toEqual([MIXED]);
  expect(quickKinds(spies)).toEqual([...spies.ladder, "careful", "bluffer", MIXED]);
});

test("the level chosen last holds where the game has it", () => {
  expect(levelIn(game, "master")).toBe("master");
  expect(levelIn(game, "bluffer")).toBe(MIXED);
  expect(levelIn(game, null)).toBe(MIXED);
  expect(levelIn(spies, "detective")).toBe("veteran"); // who took the place of one that is no longer offered
  expect(levelIn(game, "detective")).toBe(MIXED);
});
