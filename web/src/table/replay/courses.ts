// Values over the moments of a game: each holds from its moment on, until the next one.

export interface Course {
  /** What it is of, as a word of the notation; a badge may draw it. */
  readonly word: string;
  readonly name: string;
  /** A colour of the theme. */
  readonly colour: string;
  /** Moments, ascending, and the value from each of them on; null: nothing is said. */
  readonly points: readonly (readonly [moment: number, value: number | null])[];
  /** What one looks for. */
  readonly strong: boolean;
}

/** The value at a moment; null before the first one, and where nothing is said. */
export function valueAt({ points }: Pick<Course, "points">, moment: number): number | null {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]![0] <= moment) low = middle + 1;
    else high = middle;
  }
  return points[low - 1]?.[1] ?? null;
}

/** A line of steps, as wide as there are moments and 100 high, upside down as pictures are. */
export function pathOf({ points }: Pick<Course, "points">, moments: number, most: number): string {
  const y = (value: number): string => String(Math.round(1000 * (1 - Math.min(most, Math.max(0, value)) / most)) / 10);
  let path = "";
  let drawing = false;
  for (const [moment, value] of points) {
    if (drawing) path += `H${moment}`;
    if (value !== null) path += drawing ? `V${y(value)}` : `M${moment},${y(value)}`;
    drawing = value !== null;
  }
  return drawing ? `${path}H${moments}` : path;
}

/** The moments at which one of these changes, and all values then: a table of what a picture shows. */
export function tableOf(courses: readonly Course[]): { moment: number; values: (number | null)[] }[] {
  const moments = [...new Set(courses.flatMap(({ points }) => points.map(([moment]) => moment)))].sort((a, b) => a - b);
  const rows: { moment: number; values: (number | null)[] }[] = [];
  for (const moment of moments) {
    const values = courses.map((course) => valueAt(course, moment));
    if (rows.at(-1)?.values.every((value, index) => value === values[index])) continue;
    rows.push({ moment, values });
  }
  return rows;
}

/** Heights moved apart, each at least a step from its neighbours, within 0 and 100; in the order they were given. */
export function apart(heights: readonly number[], step: number): number[] {
  const order = heights.map((_, index) => index).sort((a, b) => heights[a]! - heights[b]! || a - b);
  const room = Math.min(step, 100 / Math.max(1, order.length - 1));
  const placed: number[] = [];
  let least = 0;
  for (const index of order) {
    placed[index] = Math.max(heights[index]!, least);
    least = placed[index]! + room;
  }
  let most = 100;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index]!, most);
    most = placed[index]! - room;
  }
  return placed;
}
