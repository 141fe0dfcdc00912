import { expect, test } from "vitest";
import { routeOf } from "./router.svelte";

test.each([
  ["/", { page: "start" }],
  ["/new", { page: "new", game: "", group: "" }],
  ["/groups", { page: "groups", link: "" }],
  ["/group/abc", { page: "groups", link: "abc" }],
  ["/group", { page: "nowhere" }],
  ["/group/abc/else", { page: "nowhere" }],
  ["/group/abc/season/def", { page: "season", link: "abc", season: "def" }],
  ["/group/abc/season", { page: "nowhere" }],
  ["/table/abc", { page: "table", table: "abc" }],
  ["/table/abc/", { page: "table", table: "abc" }],
  ["/table/abc/board", { page: "board", table: "abc" }],
  ["/table", { page: "nowhere" }],
  ["/table/abc/else", { page: "nowhere" }],
  ["/replay/abc/else", { page: "nowhere" }],
  ["/rules", { page: "rules", game: "", edition: "" }],
  ["/rules/heimlich-co/cie", { page: "rules", game: "heimlich-co", edition: "cie" }],
  ["/rules/heimlich-co/cie/H9", { page: "nowhere" }],
  ["/learn", { page: "learn", lesson: "" }],
  ["/learn/heimlich-co/first", { page: "learn", lesson: "heimlich-co/first" }],
  ["/learn/heimlich-co/first/else", { page: "nowhere" }],
  ["/learn/else", { page: "nowhere" }],
  ["/else", { page: "nowhere" }],
])("%s", (path, route) => {
  expect(routeOf(path)).toEqual(route);
});

test("a new table may name its game", () => {
  expect(routeOf("/new", "?game=suitcases")).toEqual({ page: "new", game: "suitcases", group: "" });
  expect(routeOf("/new", "?group=abc")).toEqual({ page: "new", game: "", group: "abc" });
});

test("one's games may be chosen by the address", () => {
  expect(routeOf("/games", "?page=2")).toEqual({ page: "games", query: new URLSearchParams("page=2") });
  expect(routeOf("/games/else")).toEqual({ page: "nowhere" });
});

test("a case may name its day and degree", () => {
  expect(routeOf("/case")).toEqual({ page: "case", day: "", degree: "" });
  expect(routeOf("/case/2026-02-28")).toEqual({ page: "case", day: "2026-02-28", degree: "" });
  expect(routeOf("/case/2026-02-28/hard")).toEqual({ page: "case", day: "2026-02-28", degree: "hard" });
  expect(routeOf("/case/2026-02-28/hard/else")).toEqual({ page: "nowhere" });
  expect(routeOf("/case/2026-02-28/move")).toEqual({ page: "move", day: "2026-02-28" });
  expect(routeOf("/case/move")).toEqual({ page: "case", day: "move", degree: "" });
});

test("a replay may name its table, a moment and a viewpoint; a frame is told apart", () => {
  expect(routeOf("/replay")).toEqual({ page: "replay", table: "", query: new URLSearchParams(), embedded: false });
  const query = new URLSearchParams("at=3&view=everything");
  expect(routeOf("/replay/abc", "?at=3&view=everything")).toEqual({ page: "replay", table: "abc", query, embedded: false });
  expect(routeOf("/embed/abc")).toMatchObject({ page: "replay", table: "abc", embedded: true });
  expect(routeOf("/embed")).toEqual({ page: "nowhere" });
});
