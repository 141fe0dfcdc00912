import { describe, expect, test } from "vitest";
import {
  besides,
  extentOf,
  fit,
  held,
  isBeside,
  NEAREST,
  pan,
  pinch,
  reveal,
  shown,
  sizes,
  zoomAt,
  type View,
} from "./viewport";

const phone = { width: 344, height: 385 };
const desk = { width: 900, height: 600 };
const square = { x: 0, y: 0, width: 1000, height: 1000 };

describe("the whole map", () => {
  test("is in the middle of the frame, and all of it", () => {
    for (const frame of [phone, desk]) {
      const view = fit(frame, square);
      const [from, to] = [shown(view, { x: 0, y: 0 }), shown(view, { x: 1000, y: 1000 })];
      expect(from.x).toBeCloseTo(frame.width - to.x);
      expect(from.y).toBeCloseTo(frame.height - to.y);
      expect(Math.min(from.x, from.y)).toBeCloseTo(0);
    }
  });

  test("leaves room for the buttons, below or beside it", () => {
    for (const frame of [phone, desk, { width: 600, height: 535 }, { width: 380, height: 290 }]) {
      const extent = extentOf(1000, frame);
      const view = fit(frame, extent);
      const corner = shown(view, { x: 1000, y: 1000 });
      const [right, below] = [frame.width - corner.x, frame.height - corner.y];
      expect(Math.max(right, below)).toBeGreaterThanOrEqual(44);
      expect(shown(view, { x: 0, y: 0 }).x).toBeGreaterThanOrEqual(0);
      expect(extent.below).toBe(frame === phone);
    }
  });
});

describe("zooming", () => {
  const whole = fit(desk, square);

  test("keeps the point under the finger", () => {
    const at = { x: 470, y: 310 };
    const before = { x: (at.x - whole.left) / whole.k, y: (at.y - whole.top) / whole.k };
    const near = zoomAt(whole, at, 3, desk, square);
    expect(near.k).toBeCloseTo(whole.k * 3);
    expect(shown(near, before).x).toBeCloseTo(at.x);
    expect(shown(near, before).y).toBeCloseTo(at.y);
  });

  test("goes no farther than the whole map, and no nearer than allowed", () => {
    expect(zoomAt(whole, { x: 0, y: 0 }, 0.1, desk, square)).toEqual(whole);
    expect(zoomAt(whole, { x: 0, y: 0 }, 99, desk, square).k).toBeCloseTo(whole.k * NEAREST);
  });

  test("with two fingers keeps what was under each", () => {
    const near = zoomAt(whole, { x: 450, y: 300 }, 2, desk, square);
    const before: [View, View] | [{ x: number; y: number }, { x: number; y: number }] = [
      { x: 400, y: 300 },
      { x: 500, y: 300 },
    ];
    const after: [{ x: number; y: number }, { x: number; y: number }] = [
      { x: 380, y: 310 },
      { x: 530, y: 310 },
    ];
    const view = pinch(near, before as never, after, desk, square);
    expect(view.k).toBeCloseTo(near.k * 1.5);
    const under = { x: (400 - near.left) / near.k, y: (300 - near.top) / near.k };
    expect(shown(view, under).x).toBeCloseTo(380);
    expect(shown(view, under).y).toBeCloseTo(310);
  });
});

describe("dragging", () => {
  test("never shows what lies beside the map", () => {
    const near = zoomAt(fit(phone, square), { x: 170, y: 190 }, 3, phone, square);
    const view = pan(near, 9999, -9999, phone, square);
    expect(shown(view, { x: 0, y: 0 }).x).toBeCloseTo(0);
    expect(shown(view, { x: 1000, y: 1000 }).y).toBeCloseTo(phone.height);
    expect(held(view, phone, square)).toEqual(view);
  });

  test("a place that is looked for comes into the frame, by the least way", () => {
    const near = zoomAt(fit(phone, square), { x: 0, y: 0 }, 4, phone, square);
    const view = reveal(near, { x: 900, y: 100 }, 40, phone, square);
    expect(shown(view, { x: 900, y: 100 }).x).toBeCloseTo(phone.width - 40);
    expect(view.top).toBe(near.top);
    expect(reveal(view, { x: 890, y: 100 }, 40, phone, square)).toEqual(view);
  });
});

test("names and pieces shrink in units of the map as it comes nearer, but grow on the screen", () => {
  const [far, mid, near] = [0.33, 0.7, 3].map((k) => ({ k, ...sizes(k, 27) }));
  expect(far!.font).toBeLessThanOrEqual(27 * 1.12);
  expect(far!.font * far!.k).toBeGreaterThan(9);
  expect(mid!.font * mid!.k).toBeCloseTo(15.1);
  expect(near!.font * near!.k).toBeCloseTo(19);
  expect(far!.piece).toBeGreaterThan(mid!.piece);
  expect(near!.piece * near!.k).toBeGreaterThan(mid!.piece * mid!.k);
});

test("panels stand wherever the map stays larger", () => {
  expect(isBeside(344, 740)).toBe(false);
  expect(isBeside(615, 800)).toBe(false);
  expect(isBeside(724, 360)).toBe(true);
  expect(isBeside(1500, 1080)).toBe(true);
});

test("a bubble goes where it covers least, and stays in the frame", () => {
  const bubble = { width: 120, height: 50 };
  const at = { x: 450, y: 300 };
  expect(besides(at, bubble, desk, [])).toEqual({ x: 390, y: 340 });
  expect(besides(at, bubble, desk, [{ x: 450, y: 360 }]).y).toBeLessThan(at.y - 80);
  const corner = besides({ x: 5, y: 595 }, bubble, desk, []);
  expect(corner.x).toBeGreaterThanOrEqual(0);
  expect(corner.y + bubble.height).toBeLessThanOrEqual(desk.height);
});
