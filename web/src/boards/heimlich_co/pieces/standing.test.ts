import { describe, expect, test } from "vitest";
import { slots } from "../town/slots";
import { stand } from "./standing";
import { arrows, nearest, street, TALL, WIDE } from "../town/town";

const AGENTS = ["gray", "yellow", "orange", "red", "green", "blue", "violet"];
const FIGURE = { half: 20, high: 73, chest: 23 }; // half its width, its height with its hat, the middle of its coat

describe.each([WIDE, TALL])("$name", (plan) => {
  test.each([1, 2, 3, 4, 5, 6, 7])("%i agents in front of one building: every hat and face can be seen", (n) => {
    const spots = slots(n, plan.rows);
    spots.forEach((spot, i) => {
      for (const other of spots.slice(i + 1)) {
        if (spot.y === other.y) {
          expect(Math.abs(spot.x - other.x)).toBeGreaterThanOrEqual(2 * FIGURE.half * spot.scale);
          continue;
        }
        // The hats of the front row stay below the chests behind them.
        const hats = other.y - FIGURE.high * other.scale;
        expect(hats).toBeGreaterThanOrEqual(spot.y - (FIGURE.chest / 2) * spot.scale);
      }
    });
  });

  test("seven agents stay inside the frame at every building", () => {
    const inner = plan.track + 6;
    for (let place = 0; place < 12; place++) {
      for (const spot of Object.values(stand(plan, AGENTS, () => place))) {
        expect(spot.x - FIGURE.half).toBeGreaterThanOrEqual(inner - 8);
        expect(spot.x + FIGURE.half).toBeLessThanOrEqual(plan.width - inner + 8);
        expect(spot.y).toBeLessThanOrEqual(plan.height - inner + 8);
        expect(spot.y - FIGURE.high).toBeGreaterThanOrEqual(inner);
      }
    }
  });

  test("twelve squares round the town, clockwise, one street through them", () => {
    expect(plan.squares).toHaveLength(12);
    expect(street(plan.squares).match(/C/g)).toHaveLength(12);
    expect(arrows(plan)).toHaveLength(12);
    const turned = plan.squares.reduce((sum, { x, y }, i) => {
      const next = plan.squares[(i + 1) % 12]!;
      return sum + (next.x - x) * (next.y + y);
    }, 0);
    expect(turned).toBeLessThan(0); // y points down
  });

  test("a finger finds the nearest building that is offered, and nothing from afar", () => {
    const at = plan.squares[4]!;
    expect(nearest(plan, { x: at.x + 10, y: at.y - 30 }, [3, 4, 5])).toBe(4);
    expect(nearest(plan, { x: at.x, y: at.y }, [8])).toBeNull();
    expect(nearest(plan, at, [])).toBeNull();
  });
});

test("a finger fits between two agents on a phone", () => {
  expect((TALL.rows.pitch / TALL.width) * 344).toBeGreaterThanOrEqual(24);
});

test("ghosts take a place of their own", () => {
  const spots = stand(TALL, ["gray", "ghost red", "red"], (key) => (key === "red" ? 3 : 0));
  expect(spots["ghost red"]).not.toEqual(spots.gray);
  expect(spots.red!.x).toBe(TALL.squares[3]!.x);
});
