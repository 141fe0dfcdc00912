// The score track round the edge: how many fields it has, where they lie, and where markers stand on them.
//
// It is a closed way, clockwise from the upper left corner. It has a field for every number up to the target; markers
// run on past it (H2), and some editions know numbers below 0, so a marker beyond the fields goes on round the way and
// carries its number with it.

export interface Field {
  n: number;
  x: number;
  y: number;
  w: number;
  h: number;
  /** Runs up or down rather than along. */
  upright: boolean;
}

export interface Spot {
  x: number;
  y: number;
  scale: number;
}

const FEWEST = 24;
const MOST = 104;
const MARKER = 41; // the size of a marker at scale 1, with its rim

/** How many fields: all numbers from 0 to the target, one more at least, and as many on each side as on the other. */
export const fieldCount = (target: number): number => Math.min(MOST, Math.max(FEWEST, 2 * Math.ceil((target + 2) / 2)));

/** The field that a number of points stands on, and whether it has left the numbers that are printed there. */
export function fieldOf(points: number, count: number): { field: number; beyond: boolean } {
  return { field: ((points % count) + count) % count, beyond: points < 0 || points >= count };
}

/** Lays `count` fields along the inside of a frame. */
export function layTrack(width: number, height: number, thick: number, margin: number, count: number): Field[] {
  const w = width - 2 * margin;
  const h = height - 2 * margin - 2 * thick;
  const half = count / 2;
  const along = Math.min(half - 1, Math.max(2, Math.round((half * w) / (w + h))));
  const down = half - along;
  const long = w / along;
  const tall = h / down;
  const right = width - margin - thick;
  const bottom = height - margin - thick;
  const fields: Field[] = [];
  const lay = (x: number, y: number, upright: boolean): void => {
    const [fw, fh] = upright ? [thick, tall] : [long, thick];
    fields.push({ n: fields.length, x, y, w: fw, h: fh, upright });
  };
  for (let i = 0; i < along; i++) lay(margin + i * long, margin, false);
  for (let i = 0; i < down; i++) lay(right, margin + thick + i * tall, true);
  for (let i = along - 1; i >= 0; i--) lay(margin + i * long, bottom, false);
  for (let i = down - 1; i >= 0; i--) lay(margin, margin + thick + i * tall, true);
  return fields;
}

/** Rows and columns for so many markers on one field, along its long side. */
function grid(markers: number): [along: number, rows: number] {
  if (markers <= 3) return [markers, 1];
  if (markers === 4) return [2, 2];
  return markers <= 6 ? [3, 2] : [Math.ceil(markers / 2), 2];
}

/** Where so many markers stand on a field: none hides another; two rows may lean over its edges a little. */
export function markerSpots(field: Field, markers: number): Spot[] {
  const [along, rows] = grid(markers);
  const length = field.upright ? field.h : field.w;
  const thick = (field.upright ? field.w : field.h) + (rows > 1 ? 10 : 0);
  const scale = Math.min(1, length / along / MARKER, thick / rows / MARKER);
  const step = Math.min(length / along, MARKER * scale * 1.15);
  const across = MARKER * scale;
  return Array.from({ length: markers }, (_, i) => {
    const row = Math.floor(i / along);
    const inRow = Math.min(along, markers - row * along);
    const a = ((i % along) - (inRow - 1) / 2) * step;
    const b = (row - (rows - 1) / 2) * across;
    const [dx, dy] = field.upright ? [b, a] : [a, b];
    return { x: field.x + field.w / 2 + dx, y: field.y + field.h / 2 + dy, scale };
  });
}

/** Where every agent's marker stands. */
export function standMarkers(fields: readonly Field[], points: Readonly<Record<string, number>>): Record<string, Spot> {
  const together = new Map<number, string[]>();
  for (const [agent, n] of Object.entries(points)) {
    const { field } = fieldOf(n, fields.length);
    together.set(field, [...(together.get(field) ?? []), agent]);
  }
  const spots: Record<string, Spot> = {};
  for (const [field, agents] of together) {
    const places = markerSpots(fields[field]!, agents.length);
    agents.forEach((agent, i) => (spots[agent] = places[i]!));
  }
  return spots;
}
