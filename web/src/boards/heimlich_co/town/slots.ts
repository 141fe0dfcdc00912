// How several agents stand in front of one building: in one row, or in two, the back row first.

export interface Slot {
  x: number;
  y: number;
  /** How large a figure may be there. */
  scale: number;
}

/** What a plan says about its rows. */
export interface Rows {
  /** From one agent to the next: room for a finger. */
  pitch: number;
  /** Where the rows are when there are two. */
  back: number;
  front: number;
  /** How large figures are: alone, with two others at most; in a full row; in two rows. */
  sizes: readonly [number, number, number];
}

const LONGEST = 4;

/** Places for so many, measured from the middle of the square. */
export function slots(n: number, { pitch, back, front, sizes }: Rows): Slot[] {
  const row = (count: number, y: number, scale: number): Slot[] =>
    Array.from({ length: count }, (_, i) => ({ x: (i - (count - 1) / 2) * pitch, y, scale }));
  if (n <= LONGEST) return row(n, 0, n < LONGEST ? sizes[0] : sizes[1]);
  const behind = Math.floor(n / 2);
  return [...row(behind, back, sizes[2]), ...row(n - behind, front, sizes[2])];
}
