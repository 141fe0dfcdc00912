// The end, as it is told: whose each agent was, in the order of the markers, and whether a dossier was right.

import type { Result } from "../picture";

export interface Unmasked {
  agent: string;
  points: number;
  /** Who played it; null: nobody. */
  owner: number | null;
  /** Given back at the end, and so nobody's. */
  returned: boolean;
  wins: boolean;
}

const holder = (rows: readonly (readonly string[])[], agent: string): number | null => {
  const seat = rows.findIndex((agents) => agents.includes(agent));
  return seat < 0 ? null : seat;
};

/** Every agent with its owner, the furthest marker first. */
export function unmask(points: Readonly<Record<string, number>>, result: Result): Unmasked[] {
  const kept = result.kept ?? result.agents;
  return Object.entries(points)
    .map(([agent, n]) => {
      const owner = holder(result.agents, agent);
      const stays = holder(kept, agent) !== null;
      return {
        agent,
        points: n,
        owner,
        returned: owner !== null && !stays,
        wins: stays && result.winners.includes(owner!),
      };
    })
    .toSorted((one, other) => other.points - one.points);
}

/** Whether an answer of a dossier was right; null where nothing was answered. */
export function isRight(result: Result, agent: string, answer: string | undefined): boolean | null {
  if (answer === undefined || answer === "blank") return null;
  const owner = holder(result.kept ?? result.agents, agent);
  return answer === (owner === null ? "free" : String(owner + 1));
}
