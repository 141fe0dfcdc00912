import { describe, expect, test } from "vitest";
import {
  backward,
  choices,
  type Distribute,
  forward,
  give,
  isWhole,
  mayStay,
  moveAction,
  pointsLeft,
  type Spend,
} from "./arrange";
import { spell } from "./spell";

const part = (totals: number[], over: string[], most = over.length): Distribute => ({
  kind: "distribute",
  verb: "move",
  totals,
  over,
  most,
});

const OFFERS = [
  part([4], ["gray", "red", "blue"]),
  part([1, 2, 3], ["gray", "red", "blue", "violet"]),
  part([0, 1, 2, 3], ["red", "blue"]),
  part([6], ["gray", "yellow", "orange", "red", "green", "blue", "violet"]),
  part([5], ["gray", "red", "blue"], 1),
  part([2, 5], ["gray", "red"], 1),
  part([4], ["gray", "red", "blue"], 2),
];

/** All arrangements that taps and the minus button can lead to. */
function reachable(offer: Distribute): Spend[] {
  const seen = new Map<string, Spend>([["{}", {}]]);
  const open: Spend[] = [{}];
  while (open.length) {
    const spend = open.pop()!;
    for (const agent of offer.over) {
      for (const next of [forward(offer, spend, agent), backward(offer, spend, agent), give(offer, spend, agent, 0)]) {
        const key = JSON.stringify(Object.entries(next).toSorted());
        if (!seen.has(key)) {
          seen.set(key, next);
          open.push(next);
        }
      }
    }
  }
  return [...seen.values()];
}

describe.each(OFFERS)("$totals over $over.length, at most $most", (offer) => {
  const legal = spell(offer);
  const found = reachable(offer);

  test("whatever may be confirmed is offered, and everything offered can be arranged", () => {
    const whole = found.filter((spend) => isWhole(offer, spend)).map((spend) => moveAction(offer, spend));
    if (mayStay(offer)) whole.push(moveAction(offer, {}));
    expect(new Set(whole)).toEqual(legal);
  });

  test("nothing that can be arranged leads nowhere", () => {
    for (const spend of found) {
      const ends = offer.over.some((agent) =>
        choices(offer, spend, agent).some((n) => isWhole(offer, give(offer, spend, agent, n))),
      );
      expect(isWhole(offer, spend) || ends).toBe(true);
      expect(pointsLeft(offer, spend)).toBeGreaterThanOrEqual(0);
    }
  });
});

test("one step less, down to home", () => {
  const offer = part([4], ["red", "blue"]);
  let spend: Spend = give(offer, {}, "red", 3);
  spend = backward(offer, spend, "red");
  expect(spend).toEqual({ red: 2 });
  spend = backward(offer, backward(offer, spend, "red"), "red");
  expect(spend).toEqual({});
});

test("more than there is changes nothing", () => {
  const offer = part([4], ["red", "blue"]);
  expect(give(offer, { red: 3 }, "blue", 2)).toEqual({ red: 3 });
  expect(forward(offer, { red: 3, blue: 1 }, "red")).toEqual({ red: 3, blue: 1 });
  expect(give(offer, {}, "green", 1)).toEqual({});
});

test("where one agent takes it all, a tap gives him all, and another one takes it over", () => {
  const offer = part([5], ["red", "blue"], 1);
  const red = forward(offer, {}, "red");
  expect(red).toEqual({ red: 5 });
  expect(forward(offer, red, "blue")).toEqual({ blue: 5 });
});

test("agents are written in the order of the offer", () => {
  expect(moveAction(part([5], ["red", "blue"]), { blue: 3, red: 2 })).toBe("move red 2 blue 3");
});
