import { expect, test } from "vitest";
import { choiceOf, queryOf } from "./own-games";

test("a choice of games comes back from its address", () => {
  const choice = { game: "one", edition: "", players: "3", company: "people", result: "" };
  expect(queryOf(choice, 2)).toBe("?game=one&players=3&company=people&page=2");
  expect(choiceOf(new URLSearchParams(queryOf(choice, 2)))).toEqual(choice);
  expect(queryOf(choiceOf(new URLSearchParams()), 0)).toBe("");
});

test("what an address says besides is not passed on", () => {
  expect(queryOf(choiceOf(new URLSearchParams("x=1&game=a%26b")), 0)).toBe("?game=a%26b");
});
