import { expect, test } from "vitest";
import { goalOf } from "./calling";

test("a call to a table leads there, and can be switched off for it", () => {
  const goal = { subject: "t/1", address: "table/t%2F1", off: { path: "api/calls/tables/t%2F1", body: { quiet: true } } };
  expect(goalOf({ table: "t/1" })).toEqual(goal);
  expect(goalOf("t/1")).toEqual(goal); // as an earlier version has kept it
});

test("a call to a season leads to its page, and can be switched off for the group", () => {
  const off = { path: "api/groups/l..%2F/calls", body: { called: false } };
  expect(goalOf({ group: "l../", season: "s" })).toEqual({ subject: "s", address: "group/l..%2F/season/s", off });
});

test("a call to a group's new table leads there, and can be switched off for the group", () => {
  const off = { path: "api/groups/l/calls", body: { called: false } };
  expect(goalOf({ table: "t", group: "l" })).toEqual({ subject: "t", address: "table/t", off });
});
