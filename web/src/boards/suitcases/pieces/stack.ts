// Where pieces stand around a place, so that all of them can be seen. Offsets are in units of the map, before the size
// of pieces is taken into account.

export const RADIUS = 20; // of an agent
export const CASE = 15; // half the width of a suitcase
const ROW = 32; // from one suitcase to the next; less where they are many
const NARROW_ROW = 20;

export interface Stand {
  dx: number;
  dy: number;
}

/** What is at one place. */
export interface Heap {
  agents: number;
  /** Whether one of the agents carries a suitcase: it hangs below the agent. */
  carrying: boolean;
  cases: number;
}

/** Where each of so many agents stands; null where they are a pile: many, or at home, where they are all alike. */
export function spots(count: number, home: boolean): readonly Stand[] | null {
  if (count > 4 || (home && count > 2)) return null;
  if (count === 1) return [{ dx: 0, dy: 0 }];
  const reach = count === 2 ? RADIUS + 3 : RADIUS + 7;
  return Array.from({ length: count }, (_, index) => {
    const turn = (2 * Math.PI * index) / count - Math.PI * (count === 3 ? 7 / 6 : 1);
    return { dx: Math.cos(turn) * reach, dy: Math.sin(turn) * reach };
  });
}

/** Suitcases in a city stand in a row below it, or below the agents there; closer together if they are many. */
export function row(heap: Heap): readonly Stand[] {
  const step = heap.cases > 3 ? NARROW_ROW : ROW;
  const dy = heap.carrying ? 58 : heap.agents ? 38 : 26;
  return Array.from({ length: heap.cases }, (_, index) => ({ dx: (index - (heap.cases - 1) / 2) * step, dy }));
}

/** How far a name moves away from its city so that what is there does not cover it. All in units of the map. */
export function push(heap: Heap, spot: Stand, anchor: string, size: number, font: number): Stand {
  const name = { top: spot.dy - 0.74 * font, bottom: spot.dy + 0.2 * font };
  const clear = { dx: 0, dy: 0 };
  for (const { half, top, bottom } of blocks(heap, size)) {
    if (anchor === "middle") {
      if (spot.dy > 0) clear.dy = Math.max(clear.dy, Math.min(bottom, 70) - name.top);
      else clear.dy = Math.min(clear.dy, top - name.bottom);
    } else if (name.bottom > top && name.top < bottom) {
      const away = Math.max(half + 3 - Math.abs(spot.dx), 0);
      clear.dx = anchor === "start" ? Math.max(clear.dx, away) : Math.min(clear.dx, -away);
    }
  }
  return clear;
}

/** Room that something takes up around a city: to either side, above and below it. */
export interface Block {
  half: number;
  top: number;
  bottom: number;
}

/** The room that agents, what they carry and what lies there take up. */
export function blocks({ agents, carrying, cases }: Heap, size: number): Block[] {
  const found: Block[] = [];
  const wide = agents > 1 ? 2 * RADIUS + 5 : RADIUS + 2;
  if (agents) found.push({ half: wide * size, top: -26 * size, bottom: RADIUS * size });
  if (carrying) found.push({ half: (wide + 9) * size, top: 12 * size, bottom: 40 * size });
  const [first] = row({ agents, carrying, cases });
  if (first)
    found.push({ half: (CASE + 3 - first.dx) * size, top: (first.dy - 16) * size, bottom: (first.dy + 12) * size });
  return found;
}
