import { expect, test } from "vitest";
import type { Part } from "../../contract";
import { next, NOTHING, type Queue } from "./queue";

const pick = (...options: string[]): Part[] => [{ kind: "pick", verb: "step", options }];
const queue = (...actions: string[]): Queue => ({ actions, sentFor: null });

test("actions are sent one by one, each only when it is offered", () => {
  const first = next(queue("step a", "step b"), pick("a"), false);
  if (typeof first === "string") throw new Error(first);
  expect(first.send).toBe("step a");
  expect(next(first.rest, pick("a"), true)).toBe("wait");
  expect(next(first.rest, pick("a"), false)).toBe("wait"); // done, but the new offer has not come
  const second = next(first.rest, pick("b", "c"), false);
  expect(second).toMatchObject({ send: "step b", rest: { actions: [] } });
});

test("what cannot be done any more is given up", () => {
  expect(next(queue("step a"), pick("b"), false)).toBe("stop");
  expect(next(queue("step a"), [], false)).toBe("stop");
  expect(next(NOTHING, pick("a"), false)).toBe("stop");
});

test("an action is spelt as the offer names it", () => {
  expect(next(queue("step x"), pick("a"), false, () => "step a")).toMatchObject({ send: "step a" });
});
