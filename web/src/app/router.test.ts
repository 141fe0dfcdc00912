import { expect, test } from "vitest";
import { routeOf } from "./router.svelte";

test.each([
  ["/", { page: "start" }],
  ["/new", { page: "new", game: "" }],
  ["/table/abc", { page: "table", table: "abc" }],
  ["/table/abc/", { page: "table", table: "abc" }],
  ["/table/abc/board", { page: "board", table: "abc" }],
  ["/table", { page: "nowhere" }],
  ["/table/abc/else", { page: "nowhere" }],
  ["/else", { page: "nowhere" }],
])("%s", (path, route) => {
  expect(routeOf(path)).toEqual(route);
});

test("a new table may name its game", () => {
  expect(routeOf("/new", "?game=suitcases")).toEqual({ page: "new", game: "suitcases" });
});
