// The end, as it is told: whose each agent was, in which order that comes out, what the dossiers add, and whether they
// were right.

import type { Picture, Result } from "../picture";

export interface Unmasked {
  agent: string;
  /** In the end, with what a dossier added. */
  points: number;
  /** What the owner's dossier added to them. */
  bonus: number;
  /** Who played it; null: nobody. */
  owner: number | null;
  /** Given back at the end, and so nobody's. */
  returned: boolean;
  wins: boolean;
}

/** What comes out with one beat. */
export type Act = { readonly kind: "mask"; readonly agent: string } | { readonly kind: "dossier"; readonly seat: number };

type Points = Readonly<Record<string, number>>;

const holder = (rows: readonly (readonly string[])[], agent: string): number | null => {
  const seat = rows.findIndex((agents) => agents.includes(agent));
  return seat < 0 ? null : seat;
};

/** What a dossier moved this marker by. A marker that it pushed down to 0 may have stood anywhere near: there it is 0. */
function bonusOf(agent: string, points: number, { agents, kept = agents, dossier_points: earned }: Result): number {
  const seat = kept.findIndex(([first]) => first === agent);
  const bonus = seat < 0 ? 0 : (earned?.[seat] ?? 0);
  return bonus < 0 && points === 0 ? 0 : bonus;
}

/** The markers before the dossiers' points were added: the last that the board itself shows. */
export const markersBefore = (points: Points, result: Result): Points =>
  Object.fromEntries(Object.entries(points).map(([agent, n]) => [agent, n - bonusOf(agent, n, result)]));

/** Every agent with its owner, the marker that was furthest before the dossiers first. */
export function unmask(points: Points, result: Result): Unmasked[] {
  const kept = result.kept ?? result.agents;
  return Object.entries(points)
    .map(([agent, n]) => {
      const owner = holder(result.agents, agent);
      const stays = holder(kept, agent) !== null;
      return {
        agent,
        points: n,
        bonus: bonusOf(agent, n, result),
        owner,
        returned: owner !== null && !stays,
        wins: stays && result.winners.includes(owner!),
      };
    })
    .toSorted((one, other) => other.points - other.bonus - (one.points - one.bonus));
}

/** One after the other: the masks, the last first and the winner's at the end; then what each dossier adds. */
export function actsOf({ points, result }: Pick<Picture, "points" | "result">): Act[] {
  if (!result) return [];
  const rows = unmask(points, result).toSorted(
    (one, other) => Number(one.wins) - Number(other.wins) || one.points - other.points,
  );
  const masks = rows.map(({ agent }): Act => ({ kind: "mask", agent }));
  if (!result.dossiers?.length) return masks;
  const seats = new Set(rows.flatMap(({ owner }) => (owner === null ? [] : [owner])));
  return [...masks, ...[...seats].map((seat): Act => ({ kind: "dossier", seat }))];
}

/** How long each beat stays, in ms: before the first act, then after each of them. */
export function beatsOf(picture: Pick<Picture, "points" | "result">): number[] {
  const acts = actsOf(picture);
  const last = acts.findLastIndex(({ kind }) => kind === "mask");
  return [...acts, null].map((next, index) => {
    if (next === null) return 1600; // then the winner is told
    if (index === last) return 2000; // whose is the last mask?
    return next.kind === "mask" || index === last + 1 ? 1100 : 900;
  });
}

/** Whether an answer of a dossier was right; null where nothing was answered. */
export function isRight(result: Result, agent: string, answer: string | undefined): boolean | null {
  if (answer === undefined || answer === "blank") return null;
  const owner = holder(result.kept ?? result.agents, agent);
  return answer === (owner === null ? "free" : String(owner + 1));
}
