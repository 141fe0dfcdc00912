// The ten houses as plans: how wide and high each is, what roof it has, and which windows are lit.
//
// A house stands on (0, 0), its front between -w/2 and w/2; we look at it from the left, so its right side runs back.

type Roof = "gable" | "hip" | "step" | "mansard" | "flat";

export interface HousePlan {
  w: number;
  h: number;
  rise: number;
  roof: Roof;
  wall: number;
  tile: number;
  columns: number;
  /** For each window, row by row: whether light is on. */
  lit: string;
  door: number;
  chimney?: number;
  /** What makes it itself: beams and poles, awnings and flags, smoke, a sign. */
  lines?: string;
  cloth?: string;
  smoke?: string;
  sign?: string;
}

const SMOKE = "M{x} -106q-7-7 0-14q8-6 2-13q-5-6 1-11";
const smoke = (x: number): string => SMOKE.replace("{x}", String(x));
const awning = (x: number): string => `M${x}-45h44l4 13${"q-4 5-8 0".repeat(5)}h-12Z`;

export const HOUSES: readonly HousePlan[] = [
  {
    ...{ w: 96, h: 52, rise: 46, roof: "gable", wall: 0, tile: 0, columns: 3, lit: "101", door: 1, chimney: 24 },
    lines: "M-48-50H48M-48-12L-20-50M48-12L20-50M-20 0V-50M20 0V-50",
    smoke: smoke(29),
  },
  {
    ...{ w: 104, h: 60, rise: 38, roof: "hip", wall: 1, tile: 1, columns: 4, lit: "1011", door: 2, chimney: -26 },
    cloth: awning(-50),
  },
  {
    ...{ w: 92, h: 58, rise: 48, roof: "step", wall: 2, tile: 2, columns: 3, lit: "110", door: 1 },
    lines: "M-46-54h-13M-57-54v4",
    cloth: "M-63-50h12v13q-6 6-12 0Z",
  },
  {
    ...{ w: 108, h: 54, rise: 42, roof: "mansard", wall: 3, tile: 1, columns: 4, lit: "0110", door: 1 },
    lines: "M42-96V-122",
    cloth: "M42-122q10-5 20 1q-6 6 0 11q-10-4-20 1Z",
  },
  {
    ...{ w: 98, h: 78, rise: 18, roof: "flat", wall: 0, tile: 2, columns: 4, lit: "1001", door: 2 },
    lines: "M-36-94V-118M-44-112h16M-42-106h12M-49-50H49",
  },
  {
    ...{ w: 96, h: 54, rise: 48, roof: "gable", wall: 2, tile: 1, columns: 3, lit: "011", door: 1, chimney: -26 },
    lines: "M-48-50H48M-16 0V-50M16 0V-50M-48-26L-34-50M48-26L34-50",
  },
  {
    ...{ w: 108, h: 58, rise: 40, roof: "hip", wall: 3, tile: 0, columns: 4, lit: "1110", door: 1, chimney: 30 },
    cloth: awning(4),
    smoke: smoke(35),
  },
  {
    ...{ w: 94, h: 60, rise: 46, roof: "step", wall: 1, tile: 0, columns: 3, lit: "101", door: 1 },
    lines: "M-47-48H47M-34-15h16M18-15h16M-34-18v6M-26-18v6M-18-18v6M18-18v6M26-18v6M34-18v6",
  },
  {
    ...{ w: 106, h: 56, rise: 42, roof: "mansard", wall: 2, tile: 2, columns: 4, lit: "1101", door: 2, chimney: 28 },
    lines: "M-36-98V-116M-43-108h14M-36-116l7-4-2 6Z",
  },
  {
    ...{ w: 104, h: 80, rise: 20, roof: "flat", wall: 1, tile: 0, columns: 4, lit: "0111", door: 1 },
    lines: "M-52-50H52",
    sign: "HOTEL",
  },
];

const DEEP = 24; // how far the side runs back to the right …
const LIFT = 12; // … and up

export interface Shapes {
  front: string;
  side: string;
  roof: string;
  roofSide: string;
  chimney: string;
}

/** The outlines of a house. */
export function shapes(plan: HousePlan): Shapes {
  const { w, h, rise } = plan;
  const [l, r] = [-w / 2, w / 2];
  const wall = `M${l} 0V${-h}H${r}V0Z`;
  const side = `M${r} 0l${DEEP} ${-LIFT}V${-h - LIFT}L${r} ${-h}Z`;
  const top = -h - rise;
  const knee = top + 10;
  const back = `l${DEEP} ${-LIFT}`;
  const flue = (x: number): string => {
    const [front, side] = [`V${top - 4}h9v${rise * 0.62}Z`, `m9 ${-rise * 0.65 - 4}l5-3v${rise * 0.6}l-5 4Z`];
    return `M${x} ${-h - rise * 0.35}${front}${side}`;
  };
  const chimney = plan.chimney === undefined ? "" : flue(plan.chimney);
  switch (plan.roof) {
    case "gable":
      return {
        front: `M${l} 0V${-h}L0 ${top}L${r} ${-h}V0Z`,
        side,
        roof: `M${l - 6} ${-h + 4}L0 ${top - 5}L${r + 6} ${-h + 4}L${r} ${-h + 3}L0 ${top + 5}L${l} ${-h + 3}Z`,
        roofSide: `M0 ${top - 5}${back}L${r + DEEP + 6} ${-h - LIFT + 4}L${r + 6} ${-h + 4}Z`,
        chimney,
      };
    case "hip":
      return {
        front: wall,
        side,
        roof: `M${l - 7} ${-h + 3}L${l + 16} ${top}H${r - 2}L${r + 7} ${-h + 3}Z`,
        roofSide: `M${r - 2} ${top}L${r + DEEP + 7} ${-h - LIFT + 3}L${r + 7} ${-h + 3}Z`,
        chimney,
      };
    case "step": {
      const stair = rise / 4;
      const tread = w / 2 / 4;
      const up = `v${-stair}h${tread}`.repeat(4);
      const down = `h${tread}v${stair}`.repeat(4);
      return {
        front: `M${l} 0V${-h}${up}${down}V0Z`,
        side,
        roof: "",
        roofSide: `M${tread} ${top + 4}${back}L${r + DEEP + 4} ${-h - LIFT + 3}L${r} ${-h + 3}Z`,
        chimney,
      };
    }
    case "mansard":
      return {
        front: wall,
        side,
        roof: `M${l - 6} ${-h + 3}L${l + 5} ${knee}L${l + 18} ${top}H${r - 8}L${r - 1} ${knee}L${r + 6} ${-h + 3}Z`,
        roofSide:
          `M${r - 8} ${top}${back}L${r + DEEP - 2} ${knee - LIFT}L${r + DEEP + 6} ${-h - LIFT + 3}` +
          `L${r + 6} ${-h + 3}L${r - 1} ${knee}Z`,
        chimney,
      };
    case "flat":
      return {
        front: `M${l} 0V${-h}H${r}V0Z`,
        side,
        roof: `M${l - 5} ${-h}v${-rise}h10v5h${w - 10}v-5h10v${rise}Z`,
        roofSide: `M${r + 5} ${-h}v${-rise}l${DEEP} ${-LIFT}v${rise}Z`,
        chimney,
      };
  }
}

export interface Window {
  x: number;
  lit: boolean;
  door: boolean;
}

/** The ground floor: windows, and the door between them. */
export function windows(plan: HousePlan): Window[] {
  const step = plan.w / plan.columns;
  return Array.from({ length: plan.columns }, (_, i) => ({
    x: -plan.w / 2 + step * (i + 0.5),
    lit: plan.lit[i] === "1",
    door: plan.door === i,
  }));
}
