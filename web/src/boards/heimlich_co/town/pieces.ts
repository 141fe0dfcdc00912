// Where things stand at a building, measured from the middle of its square, before the plan's scale.

/** The foot of the building. */
export const BASE = { x: 8, y: -40 };
/** Its number plate. */
export const PLATE = { x: 8, y: -126 };
/** The safe, on one side of it or the other. */
export const SAFE = { left: -74, right: 102, y: -54 };
/** What a landing there costs. */
export const BADGE = { x: -70, y: -128 };
