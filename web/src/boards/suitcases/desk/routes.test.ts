import { expect, test } from "vitest";
import { routesFrom } from "./routes";
import { position, small } from "../small";

const steps = (picture = position(), first = ["b", "d"]) => routesFrom(small, picture, 1, first);

test("a route leads along lines, no farther than the steps that are left, and never back to where it began", () => {
  const routes = steps();
  expect(routes.get("b")).toEqual(["b"]);
  expect(routes.get("e")).toEqual(["b", "e"]);
  expect(routes.get("f")).toEqual(["b", "c", "f"]);
  expect(routes.has("a")).toBe(false);
  expect(steps(position({ steps: 1 })).size).toBe(2);
});

test("extra steps count for the agent that has them alone", () => {
  expect(steps(position({ steps: 1, extra: 1, mover: 1, reach: { 1: 2 } })).has("e")).toBe(true);
  expect(steps(position({ steps: 1, extra: 1, mover: 2, reach: { 2: 2 } })).has("e")).toBe(false);
});

test("nobody walks on from a city that an opponent holds, or onto a start space or headquarters from afar", () => {
  const held = steps(position({ at: { "0-1": "a", "1-1": "b" }, stops: ["b"] }));
  expect(held.get("b")).toEqual(["b"]);
  expect(held.get("e")).toEqual(["d", "e"]);
  expect(held.has("c")).toBe(false);
  expect(steps().has("start-red")).toBe(false);
  expect(steps().has("hq-red")).toBe(false);
  expect(routesFrom(small, position(), 1, ["hq-red"]).size).toBe(1);
});
