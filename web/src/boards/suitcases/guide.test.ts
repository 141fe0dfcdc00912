import { expect, test } from "vitest";
import { guide } from "./guide";

test("an agent is chosen before it takes a suitcase, but not by whoever has just won a duel", () => {
  expect(guide(["take 2 green-A"], { agent: null, phase: "move" })).toEqual({ touch: "agent 2", astray: false });
  expect(guide(["take 2 green-A"], { agent: 2, phase: "move" }).touch).toBe("take 2 green-A");
  expect(guide(["take 2 green-A"], { agent: null, phase: "spoils" }).touch).toBe("take 2 green-A");
  expect(guide(["exchange 2 green-A"], { agent: null, phase: "spoils" }).touch).toBe("exchange 2 green-A");
  expect(guide(["leave"], { agent: null, phase: "spoils" }).touch).toBe("leave");
});
