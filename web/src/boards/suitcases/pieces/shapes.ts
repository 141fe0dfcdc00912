// Every colour has a shape of its own, so that no piece is told by its colour alone: red is round, blue square, green a
// hexagon, yellow a diamond. Agents are about 20 units in radius, suitcases about 30 wide, both around (0, 0).

import type { Colour } from "../picture";

export const AGENT: Readonly<Record<Colour, string>> = {
  red: "M-20,0a20,20 0 1,0 40,0a20,20 0 1,0 -40,0Z",
  blue: "M-14,-18H14Q18,-18 18,-14V14Q18,18 14,18H-14Q-18,18 -18,14V-14Q-18,-18 -14,-18Z",
  green: "M-11.5,-20H11.5L23,0L11.5,20H-11.5L-23,0Z",
  yellow: "M0,-26L26,0L0,26L-26,0Z",
};

export const CASE_BODY: Readonly<Record<Colour, string>> = {
  red: "M-6,-11H6A11,11 0 0 1 6,11H-6A11,11 0 0 1 -6,-11Z",
  blue: "M-16,-11H16V11H-16Z",
  green: "M-11,-11H11L17,-5V5L11,11H-11L-17,5V-5Z",
  yellow: "M-11,-11H11L19,0L11,11H-11L-19,0Z",
};

/** How high above a suitcase's middle its handle begins: everywhere at the top edge. */
export const HANDLE = "M-6,-11V-14Q-6,-17 -3,-17H3Q6,-17 6,-14V-11";

/** A fedora; the agent's number is the face under it. */
export const HAT = "M-19,-13Q0,-5 19,-13Q14,-18 10.5,-18L8.5,-28Q0,-24 -8.5,-28L-10.5,-18Q-14,-18 -19,-13Z";
export const BAND = "M-10.3,-19Q0,-14.5 10.3,-19L11,-15.6Q0,-11 -11,-15.6Z";

/** A house with a gable and a flag. */
export const HOUSE = "M0,-32L40,-8H33V34H-33V-8H-40Z";
export const FLAG = "M0,-30V-52M1,-52L22,-45L1,-38Z";

/** Two crossed swords, for a city that cannot be entered without a duel. */
export const SWORDS = "M-9,-9L7,7M9,-9L-7,7M-9,4L-4,9M9,4L4,9";

/** A bomb with a fuse, around (0, 0), about 22 wide. */
export const BOMB = "M-9,3a9,9 0 1,0 18,0a9,9 0 1,0 -18,0Z";
export const FUSE = "M5,-5Q8,-12 12,-9";
