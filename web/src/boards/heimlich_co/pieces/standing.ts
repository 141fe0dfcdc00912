// Where every figure stands in the drawing: agents that share a building share its square.

import { type Slot, slots } from "../town/slots";
import type { Plan } from "../town/town";

/** A place for each of these, by its key, in the order given; `at` tells the building of each. */
export function stand(plan: Plan, keys: readonly string[], at: (key: string) => number): Record<string, Slot> {
  const together = new Map<number, string[]>();
  for (const key of keys) together.set(at(key), [...(together.get(at(key)) ?? []), key]);
  const spots: Record<string, Slot> = {};
  for (const [place, group] of together) {
    const square = plan.squares[place]!;
    slots(group.length, plan.rows).forEach(({ x, y, scale }, i) => {
      spots[group[i]!] = { x: square.x + x, y: square.y + y, scale };
    });
  }
  return spots;
}
