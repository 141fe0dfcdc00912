// Pictures for tests: a plain game with five agents, and what a test wants to be different.

import type { Picture } from "./picture";

const AGENTS = ["gray", "red", "green", "blue", "violet"];
const all = (n: number): Record<string, number> => Object.fromEntries(AGENTS.map((agent) => [agent, n]));

export function picture(changes: Partial<Picture> = {}): Picture {
  return {
    phase: "move",
    turn: 3,
    seat: 0,
    safe: 7,
    target: 42,
    values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3],
    roll: "4",
    ...changes,
    at: { ...all(0), ...changes.at },
    points: { ...all(0), ...changes.points },
  };
}
