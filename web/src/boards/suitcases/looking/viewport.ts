// Where one looks at the map, and how near: pure figures. A point (x, y) of it is shown at (x·k + left, y·k + top).

import type { Point } from "../map/atlas";

export interface View {
  left: number;
  top: number;
  k: number;
}

export interface Frame {
  width: number;
  height: number;
}

/** The part of the plane that is the map. */
export interface Extent {
  x: number;
  y: number;
  width: number;
  height: number;
}

const AIR = 14; // around the map, in its units
const AIR_BELOW = 54; // there are suitcases below the southernmost cities
const STRIP = 46; // what the buttons need, in pixels

/** The map with some air, and with room for the buttons beside or below it: the corners of the map are taken. */
export function extentOf(size: number, frame: Frame): Extent & { below: boolean } {
  const whole = { x: -AIR, y: -AIR, width: size + 2 * AIR, height: size + AIR + AIR_BELOW };
  const beside = Math.max(Math.min((frame.width - STRIP) / whole.width, frame.height / whole.height), 0.01);
  const below = Math.max(Math.min(frame.width / whole.width, (frame.height - STRIP) / whole.height), 0.01);
  if (below > beside) return { ...whole, height: whole.height + STRIP / below, below: true };
  const spare = frame.width - whole.width * beside;
  return { ...whole, width: whole.width + (spare < 2 * STRIP ? STRIP / beside : 0), below: false };
}

/** Whether panels stand beside the map and not below it: whichever leaves the larger map. */
export function isBeside(width: number, height: number): boolean {
  // About what the page's bar and the panels take, in pixels; where there is little height, panels must be narrow.
  const [bar, panel, side] = [64, 200, height < 500 ? 144 : 300];
  return Math.min(width - side, height - bar) > Math.min(width, height - bar - panel);
}

const MARGIN = 220; // around points that are to be seen, in units of the map
const LEAST = 520; // of the map that is to be seen, in its units
export const NEAREST = 5; // times as near as the whole map

/** The whole map in the middle of the frame. */
export function fit(frame: Frame, extent: Extent): View {
  const k = Math.max(Math.min(frame.width / extent.width, frame.height / extent.height), 0.01);
  return {
    k,
    left: frame.width / 2 - (extent.x + extent.width / 2) * k,
    top: frame.height / 2 - (extent.y + extent.height / 2) * k,
  };
}

/** These points in the middle of the frame, with the places around them. */
export function around(points: readonly Point[], frame: Frame): View {
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  const k = Math.min(frame.width / Math.max(right - left + MARGIN, LEAST), frame.height / Math.max(bottom - top + MARGIN, LEAST));
  return { k, left: frame.width / 2 - ((left + right) / 2) * k, top: frame.height / 2 - ((top + bottom) / 2) * k };
}

/** The nearest allowed view: never farther than the whole map, and never beside it. */
export function held(view: View, frame: Frame, extent: Extent): View {
  const whole = fit(frame, extent);
  const k = Math.min(Math.max(view.k, whole.k), whole.k * NEAREST);
  return {
    k,
    left: within(view.left, frame.width, extent.x * k, extent.width * k, whole.left, whole.k === k),
    top: within(view.top, frame.height, extent.y * k, extent.height * k, whole.top, whole.k === k),
  };
}

/** Along one axis: a map smaller than the frame stays in the middle, a larger one covers the frame. */
function within(offset: number, room: number, start: number, length: number, whole: number, isWhole: boolean): number {
  if (isWhole) return whole;
  if (length <= room) return room / 2 - (start + length / 2);
  return Math.min(Math.max(offset, room - start - length), -start);
}

/** Nearer (or farther) by a factor, with the point under the finger staying there. */
export function zoomAt(view: View, at: Point, factor: number, frame: Frame, extent: Extent): View {
  const whole = fit(frame, extent);
  const k = Math.min(Math.max(view.k * factor, whole.k), whole.k * NEAREST);
  const real = k / view.k;
  return held({ k, left: at.x - (at.x - view.left) * real, top: at.y - (at.y - view.top) * real }, frame, extent);
}

export function pan(view: View, dx: number, dy: number, frame: Frame, extent: Extent): View {
  return held({ ...view, left: view.left + dx, top: view.top + dy }, frame, extent);
}

/** Two fingers: what was under each stays under it. */
export function pinch(view: View, before: [Point, Point], after: [Point, Point], frame: Frame, extent: Extent): View {
  const middle = ([a, b]: [Point, Point]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const apart = ([a, b]: [Point, Point]) => Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1);
  const [from, to] = [middle(before), middle(after)];
  const moved = { ...view, left: view.left + to.x - from.x, top: view.top + to.y - from.y };
  return zoomAt(moved, to, apart(after) / apart(before), frame, extent);
}

/** The least panning that shows a point with some room around it. */
export function reveal(view: View, point: Point, room: number, frame: Frame, extent: Extent): View {
  const at = shown(view, point);
  const into = (place: number, size: number) =>
    place < room ? room - place : place > size - room ? size - room - place : 0;
  return pan(view, into(at.x, frame.width), into(at.y, frame.height), frame, extent);
}

/** Where a point of the map is in the frame. */
export function shown(view: View, point: Point): Point {
  return { x: point.x * view.k + view.left, y: point.y * view.k + view.top };
}

/** How large pieces are, as a factor, and names, in units of the map: readable from afar, not huge from near; on a
 * screen that is far away as large as there is room for. */
export function sizes(k: number, font: number, far = false): { piece: number; font: number } {
  return {
    piece: Math.min(Math.max(Math.sqrt(0.7 / k), 0.5), 1.45),
    font: far ? font * 1.12 : Math.min(font * 1.12, Math.min(13 + 3 * k, 19) / k),
  };
}

/** Where a bubble of some size goes beside a point: below, above, right or left of it, wherever it covers least. */
export function besides(at: Point, bubble: Frame, frame: Frame, avoid: readonly Point[]): Point {
  const [gap, edge, room] = [40, 6, 22];
  const middle = { x: at.x - bubble.width / 2, y: at.y - bubble.height / 2 };
  const spots = [
    { x: middle.x, y: at.y + gap },
    { x: middle.x, y: at.y - gap - bubble.height },
    { x: at.x + gap, y: middle.y },
    { x: at.x - gap - bubble.width, y: middle.y },
  ].map(({ x, y }) => ({
    x: Math.min(Math.max(x, edge), Math.max(frame.width - bubble.width - edge, edge)),
    y: Math.min(Math.max(y, edge), Math.max(frame.height - bubble.height - edge, edge)),
  }));
  const covers = (spot: Point, { x, y }: Point) =>
    x > spot.x - room && x < spot.x + bubble.width + room && y > spot.y - room && y < spot.y + bubble.height + room;
  const cost = (spot: Point) =>
    avoid.filter((point) => covers(spot, point)).length + (covers(spot, at) ? avoid.length + 1 : 0);
  return spots.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
}
