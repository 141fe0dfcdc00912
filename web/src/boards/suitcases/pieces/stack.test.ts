import { expect, test } from "vitest";
import { coastsOf, rounded } from "../map/land";
import { deliveredSpots } from "../map/homes";
import { placeNames } from "../map/names";
import { RADIUS, push, row, spots, type Heap } from "./stack";
import { small } from "../small";

const heap = (change: Partial<Heap> = {}): Heap => ({ agents: 0, carrying: false, cases: 0, ...change });

test("agents side by side do not cover each other", () => {
  for (const count of [2, 3, 4]) {
    const stands = spots(count, false)!;
    expect(stands).toHaveLength(count);
    stands.forEach((one, index) =>
      stands.slice(index + 1).forEach((two) => {
        expect(Math.hypot(one.dx - two.dx, one.dy - two.dy)).toBeGreaterThan(RADIUS * 1.8);
      }),
    );
  }
  expect(spots(1, true)).toEqual([{ dx: 0, dy: 0 }]);
});

test("many agents, and those at home, are a pile", () => {
  expect(spots(5, false)).toBe(null);
  expect(spots(3, true)).toBe(null);
  expect(spots(2, true)).not.toBe(null);
});

test("suitcases lie in a row, lower where agents stand and carry", () => {
  const below = (change: Partial<Heap>) => row(heap({ cases: 2, ...change }))[0]!.dy;
  expect(row(heap({ cases: 3 })).map(({ dx }) => dx)).toEqual([-32, 0, 32]);
  expect(below({})).toBeLessThan(below({ agents: 1 }));
  expect(below({ agents: 1 })).toBeLessThan(below({ agents: 1, carrying: true }));
  expect(row(heap())).toEqual([]);
});

test("a name moves out of the way of pieces, and only then", () => {
  const right = { dx: 20, dy: 9 };
  expect(push(heap(), right, "start", 1, 27)).toEqual({ dx: 0, dy: 0 });
  expect(push(heap({ agents: 1 }), right, "start", 1.4, 27).dx).toBeGreaterThan(8);
  expect(push(heap({ agents: 1 }), { dx: -20, dy: 9 }, "end", 1.4, 27).dx).toBeLessThan(-8);
  expect(push(heap({ cases: 1 }), { dx: 0, dy: 36 }, "middle", 1, 27).dy).toBeGreaterThan(10);
  expect(push(heap({ agents: 1 }), { dx: 0, dy: -20 }, "middle", 1, 27).dy).toBeLessThan(-5);
});

test("a name that would cover another one goes to another side of its city", () => {
  const places = [...small.places.values()].filter(({ id }) => id === "a" || id === "b");
  const crowded = places.map((place) =>
    place.id === "b" ? { ...place, x: 300, label: { x: 280, y: 209, anchor: "end" } } : place,
  );
  const occupied = (id: string) => heap({ agents: id === "b" ? 1 : 0 });
  const text = () => "Constantinople";
  const [a, b] = placeNames(crowded, text, occupied, { piece: 1.4, font: 27 }, 1000);
  expect([a!.anchor, b!.anchor]).not.toEqual(["start", "end"]);
  const short = () => "Oslo";
  expect(placeNames(crowded, short, () => heap(), { piece: 1, font: 10 }, 1000)[1]).toMatchObject({
    x: 280,
    anchor: "end",
  });
});

test("coasts are closed curves; a map that has none is drawn without", () => {
  expect(rounded("0,0 10,0 10,10 0,10")).toBe("M0,5Q0,0 5,0Q10,0 10,5Q10,10 5,10Q0,10 0,5Z");
  for (const name of ["europe-2", "orient-express-2", "europe", "orient-express"])
    expect(coastsOf(name)).toMatch(/^(M[\d.,-]+(Q[\d.,-]+ [\d.,-]+)+Z){3,}$/);
  expect(coastsOf("four-cities")).toBe("");
});

test("delivered suitcases lie beside their headquarters, on the map, and cover no start space", () => {
  const cornered = { europe: { home: 58, start: 178 }, orient: { home: 58, start: 148 } };
  for (const { home, start } of Object.values(cornered))
    for (const piece of [0.5, 1, 1.45])
      for (const count of [1, 2, 3, 4]) {
        const left = deliveredSpots({ x: home, y: home }, count, 1000, piece);
        const right = deliveredSpots({ x: 1000 - home, y: home }, count, 1000, piece);
        expect(new Set(left.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
        for (const { x } of left) expect(x + 16 * piece).toBeLessThanOrEqual(start - 40);
        for (const { x } of right) expect(x - 16 * piece).toBeGreaterThanOrEqual(1000 - start + 40);
        for (const { x } of [...left, ...right]) expect(Math.abs(x - 500) + 16 * piece).toBeLessThanOrEqual(500);
      }
  const row = deliveredSpots({ x: 60, y: 752 }, 4, 1000, 1);
  expect(new Set(row.map(({ y }) => y)).size).toBe(1);
  expect(deliveredSpots({ x: 500, y: 60 }, 0, 1000, 1)).toEqual([]);
});
