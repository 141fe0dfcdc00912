// The agents' hats: beside letter and colour, each has a shape of its own.
//
// A figure stands on (0, 0) and is about 36 wide and 68 high; its head is a circle around (0, -45).

export interface Look {
  /** The whole shape of the hat. */
  hat: string;
  /** Bands and seams on it. */
  trim: string;
}

export const LOOKS: Readonly<Record<string, Look>> = {
  gray: {
    // Schulz: a peaked cap
    hat: "M-15-57Q-18-67 0-67Q18-67 15-57L12-51H-11Q-17-46-23-47Q-21-52-13-53Z",
    trim: "M-13-55H13",
  },
  yellow: {
    // Perry: a stetson
    hat: "M-10-53C-12-64-9-69-5-68Q0-64 5-68C9-69 12-64 10-53Q18-53 23-59Q23-49 0-47Q-23-49-23-59Q-18-53-10-53Z",
    trim: "M-10.5-54Q0-50 10.5-54",
  },
  orange: {
    // Bucci: a fedora
    hat: "M-11-54L-8-66Q-5-70 0-66Q5-70 8-66L11-54Q20-54 20-50Q0-44-20-50Q-20-54-11-54Z",
    trim: "M-10.5-55.5Q0-52 10.5-55.5",
  },
  red: {
    // Jaques: a beret
    hat: "M-11-50Q-23-54-19-61Q-12-68 1-67L2-71L5-71L4.5-67Q17-66 17-57Q17-51 11-50Z",
    trim: "M-11-52.5H11",
  },
  green: {
    // Mirkov: an ushanka
    hat: "M-13-64Q0-71 13-64L14-54Q19-53 18-43Q15-39 11-42L11-51H-11L-11-42Q-15-39-18-43Q-19-53-14-54Z",
    trim: "M-9-52.5V-61Q0-64 9-61V-52.5Z",
  },
  blue: {
    // Doyle: a bowler
    hat: "M-12-54C-13-66-7-70 0-70C7-70 13-66 12-54Q18-55 19-57Q20-50 0-48Q-20-50-19-57Q-18-55-12-54Z",
    trim: "M-12-55Q0-51 12-55",
  },
  violet: {
    // Larsson: a bobble hat
    hat: "M-13-48V-55Q-13-66-4-67A5 5 0 1 1 4-67Q13-66 13-55V-48Q0-46-13-48Z",
    trim: "M-13-55Q0-53 13-55M-6-54.5V-48M0-54.5V-48M6-54.5V-48",
  },
};
