import { expect, test } from "vitest";
import { keyOf } from "./pages";
import { routeOf } from "./router.svelte";

test.each([
  ["/table/abc", "/table/else", true],
  ["/group/abc", "/group/else", true],
  ["/case/2026-02-28/hard", "/case/2026-02-28/easy", true],
  ["/rules/heimlich-co/cie", "/rules/suitcases/jumbo", true],
  ["/rules/heimlich-co/cie", "/rules/heimlich-co/escale", false],
  ["/games", "/games", false],
])("from %s to %s the page is made anew: %s", (from, to, anew) => {
  expect(keyOf(routeOf(from)) !== keyOf(routeOf(to))).toBe(anew);
});
