// Where things lie in the town, once for wide screens and once for tall ones. The drawing itself is Town.svelte.

import type { Rows } from "./slots";
import { type Field, layTrack } from "./track";

export interface Point {
  x: number;
  y: number;
}

export interface Plan {
  name: "wide" | "tall";
  width: number;
  height: number;
  /** Thickness of the score track. */
  track: number;
  /** How large buildings are. */
  scale: number;
  rows: Rows;
  /** The squares in front of the twelve buildings, in order. */
  squares: readonly Point[];
  die: Point;
  piles: Point;
  river: string;
  /** Where the street crosses the river, and how steeply. */
  bridges: readonly (Point & { turn: number })[];
  trees: readonly (Point & { size: number })[];
  lamps: readonly Point[];
  boat: Point;
  /** Where the moon shines in the river. */
  moon: Point;
}

const points = (flat: readonly number[]): Point[] =>
  Array.from({ length: flat.length / 2 }, (_, i) => ({ x: flat[2 * i]!, y: flat[2 * i + 1]! }));

const trees = (flat: readonly number[]): (Point & { size: number })[] =>
  Array.from({ length: flat.length / 3 }, (_, i) => ({ x: flat[3 * i]!, y: flat[3 * i + 1]!, size: flat[3 * i + 2]! }));

export const MARGIN = 6;

export const WIDE: Plan = {
  name: "wide",
  width: 1200,
  height: 800,
  track: 50,
  scale: 1.1,
  rows: { pitch: 54, back: -42, front: 28, sizes: [1.3, 1.2, 1.08] },
  squares: points([
    168, 250, 384, 242, 600, 252, 816, 242, 1034, 250, 1040, 474, 1034, 702, 816, 692, 600, 702, 384, 692, 168, 702,
    162, 474,
  ]),
  die: { x: 420, y: 400 },
  piles: { x: 752, y: 466 },
  river: "M930 40C920 150 935 225 872 300S660 372 590 432S520 590 494 650S478 720 480 770",
  bridges: [
    { x: 924, y: 246, turn: 2 },
    { x: 488, y: 697, turn: -1 },
  ],
  trees: trees([
    284, 150, 1, 300, 178, 0.7, 492, 120, 0.9, 508, 160, 0.7, 708, 150, 0.8, 268, 330, 1, 292, 352, 0.75, 246, 356, 0.7,
    520, 340, 0.8, 690, 318, 0.7, 900, 390, 1, 928, 412, 0.8, 884, 425, 0.7, 280, 560, 0.9, 300, 586, 0.7, 700, 570,
    0.8, 724, 592, 0.65, 926, 570, 1, 910, 600, 0.7, 640, 500, 0.7, 338, 470, 0.7, 596, 360, 0.6,
  ]),
  lamps: points([
    276, 256, 492, 256, 708, 256, 1108, 336, 1104, 562, 925, 706, 708, 706, 276, 706, 92, 566, 92, 342, 500, 470, 690,
    420,
  ]),
  boat: { x: 640, y: 396 },
  moon: { x: 856, y: 314 },
};

export const TALL: Plan = {
  name: "tall",
  width: 672,
  height: 1000,
  track: 50,
  scale: 1,
  rows: { pitch: 48, back: -38, front: 24, sizes: [1.15, 1, 0.96] },
  squares: points([
    150, 225, 336, 219, 522, 225, 526, 394, 520, 570, 526, 744, 522, 918, 336, 912, 150, 918, 146, 744, 152, 570, 146,
    394,
  ]),
  die: { x: 336, y: 340 },
  piles: { x: 336, y: 676 },
  river: "M30 440C110 412 214 424 280 474S384 530 450 588S580 620 644 606",
  bridges: [
    { x: 150, y: 432, turn: 88 },
    { x: 523, y: 611, turn: 92 },
  ],
  trees: trees([
    244, 142, 0.8, 430, 142, 0.8, 250, 300, 0.9, 272, 324, 0.7, 428, 300, 0.8, 408, 430, 0.8, 430, 452, 0.65, 250, 570,
    0.9, 274, 594, 0.7, 424, 660, 0.8, 250, 770, 0.9, 424, 776, 0.9, 336, 782, 0.7, 250, 690, 0.65, 336, 424, 0.6,
  ]),
  lamps: points([
    243, 226, 429, 226, 588, 310, 588, 484, 588, 664, 429, 924, 243, 924, 84, 662, 84, 488, 84, 312, 300, 540, 372, 612,
  ]),
  boat: { x: 330, y: 510 },
  moon: { x: 424, y: 566 },
};

/** Where the track lies in a plan. */
export const trackOf = (plan: Plan, count: number): Field[] =>
  layTrack(plan.width, plan.height, plan.track, MARGIN, count);

/** A smooth closed way through all squares: the street. */
export function street(squares: readonly Point[]): string {
  const at = (i: number): Point => squares[(i + squares.length) % squares.length]!;
  const round = (n: number): number => Math.round(n);
  const parts = squares.map((from, i) => {
    const [before, to, after] = [at(i - 1), at(i + 1), at(i + 2)];
    const one = [from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6];
    const two = [to.x - (after.x - from.x) / 6, to.y - (after.y - from.y) / 6];
    return `C${[...one, ...two, to.x, to.y].map(round).join(" ")}`;
  });
  return `M${squares[0]!.x} ${squares[0]!.y}${parts.join("")}Z`;
}

/** Half the width and height of a square, before the plan's scale. */
export const SQUARE = { rx: 86, ry: 35 };

/** Arrows on the street that tell which way round it goes, each where buildings leave it to be seen. */
export function arrows(plan: Plan): (Point & { turn: number })[] {
  return plan.squares.map((from, i) => {
    const to = plan.squares[(i + 1) % plan.squares.length]!;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const along = Math.abs(dx) > Math.abs(dy);
    const gap = (along ? SQUARE.rx + 12 : SQUARE.ry + 14) * plan.scale;
    const far = Math.hypot(dx, dy);
    const share = dy < 0 && !along ? 1 - gap / far : along ? 0.5 : gap / far;
    return { x: from.x + dx * share, y: from.y + dy * share - 4, turn: (Math.atan2(dy, dx) * 180) / Math.PI };
  });
}

/** The building whose square is nearest to a point, within reach of a finger. */
export function nearest(plan: Plan, point: Point, among: readonly number[]): number | null {
  let best: number | null = null;
  let least = 130 * plan.scale;
  for (const place of among) {
    const square = plan.squares[place]!;
    const far = Math.hypot(point.x - square.x, point.y - (square.y - 40 * plan.scale));
    if (far < least) [best, least] = [place, far];
  }
  return best;
}
