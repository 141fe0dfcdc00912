// The agents' hats: what tells them apart where colours do not.
//
// A figure stands on (0, 0) and is about 36 wide and 68 high; its head is a circle around (0, -45).

export interface Look {
  /** The whole shape of the hat. */
  hat: string;
  /** Bands and seams on it. */
  trim: string;
  /** The middle of the shape, and how much it is enlarged to fill a token like the others. */
  middle: readonly [x: number, y: number];
  zoom: number;
}

export const LOOKS: Readonly<Record<string, Look>> = {
  gray: {
    // a peaked cap
    hat: "M-18-65Q0-74 18-65L12-54V-50H-11Q-17-45-25-47Q-23-53-12-54Z",
    trim: "M-12-54.5H12",
    middle: [-3.5, -58],
    zoom: 1.08,
  },
  yellow: {
    // a stetson
    hat: "M-10-54C-13-66-8-73-4-72Q0-67 4-72C8-73 13-66 10-54Q20-54 25-64Q28-48 0-46Q-28-48-25-64Q-20-54-10-54Z",
    trim: "M-10.5-55Q0-51 10.5-55",
    middle: [0, -59],
    zoom: 0.92,
  },
  orange: {
    // a top hat
    hat: "M-11-53L-13-73H13L11-53H21V-47H-21V-53Z",
    trim: "M-11.4-57H11.4",
    middle: [0, -60],
    zoom: 1.08,
  },
  red: {
    // a beret
    hat: "M-12-50Q-26-52-22-61Q-15-69 2-68L3-73H7L6-68Q19-66 18-57Q17-51 12-50Z",
    trim: "M-12-53H12",
    middle: [-3, -61],
    zoom: 1.12,
  },
  green: {
    // an ushanka
    hat: "M-14-66Q0-73 14-66L15-55Q22-54 21-40Q17-35 11-38V-51H-11V-38Q-17-35-21-40Q-22-54-15-55Z",
    trim: "M-9-52.5V-62Q0-65 9-62V-52.5Z",
    middle: [0, -53.5],
    zoom: 1.05,
  },
  blue: {
    // a bowler
    hat: "M-12-54C-14-68-8-73 0-73C8-73 14-68 12-54Q17-54 20-58Q21-49 0-47Q-21-49-20-58Q-17-54-12-54Z",
    trim: "M-12.3-56Q0-52 12.3-56",
    middle: [0, -60],
    zoom: 1.12,
  },
  violet: {
    // a bobble hat
    hat: "M-13-48V-55Q-13-63-5-65A6 6 0 1 1 5-65Q13-63 13-55V-48Q0-46-13-48Z",
    trim: "M-13-55Q0-53 13-55M-6-54.5V-48M0-54.5V-48M6-54.5V-48",
    middle: [0, -60],
    zoom: 1.32,
  },
};

/** Brings the middle of a hat to (0, 0), in its size on a token 48 wide. */
export function fitted({ middle: [x, y], zoom }: Look): string {
  return `scale(${zoom}) translate(${-x} ${-y})`;
}
