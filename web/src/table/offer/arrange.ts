// Spreading points over things, within what the offer allows: for boards, where things are pushed, and for the form.

import type { Part } from "../../boards/contract";

export type Distribute = Extract<Part, { kind: "distribute" }>;
/** Points for each agent that gets any. */
export type Spend = Readonly<Record<string, number>>;

export const totalOf = (spend: Spend): number => Object.values(spend).reduce((sum, n) => sum + n, 0);

const without = (spend: Spend, agent: string): Spend =>
  Object.fromEntries(Object.entries(spend).filter(([name]) => name !== agent));

/** What the others keep when this agent gets points: where only one may move, the other one stays at home. */
function others(part: Distribute, spend: Spend, agent: string): Spend {
  return part.most === 1 ? {} : without(spend, agent);
}

/** How many points this agent may get, fewest first, while the others keep theirs. */
export function choices(part: Distribute, spend: Spend, agent: string): number[] {
  if (!part.over.includes(agent)) return [];
  const rest = others(part, spend, agent);
  if (Object.keys(rest).length >= part.most) return [];
  const largest = Math.max(0, ...part.totals);
  if (part.most === 1) return part.totals.filter((n) => n > 0).toSorted((a, b) => a - b);
  return Array.from({ length: Math.max(0, largest - totalOf(rest)) }, (_, i) => i + 1);
}

/** This agent gets so many points; 0 sends it home. What is not allowed changes nothing. */
export function give(part: Distribute, spend: Spend, agent: string, points: number): Spend {
  if (points === 0) return without(spend, agent);
  if (!choices(part, spend, agent).includes(points)) return spend;
  return { ...others(part, spend, agent), [agent]: points };
}

/** One step further, if there is one. */
export function forward(part: Distribute, spend: Spend, agent: string): Spend {
  const next = choices(part, spend, agent).find((n) => n > (spend[agent] ?? 0));
  return next === undefined ? spend : give(part, spend, agent, next);
}

/** One step less, home at the last. */
export function backward(part: Distribute, spend: Spend, agent: string): Spend {
  const fewer = choices(part, spend, agent).findLast((n) => n < (spend[agent] ?? 0));
  return give(part, spend, agent, fewer ?? 0);
}

/** Whether exactly one of the totals is spent, over few enough agents. */
export function isSpent(part: Distribute, spend: Spend): boolean {
  const moved = Object.keys(spend);
  return part.totals.includes(totalOf(spend)) && moved.length <= part.most && moved.every((a) => part.over.includes(a));
}

/** Whether this may be confirmed as a move: somebody moves. */
export const isWhole = (part: Distribute, spend: Spend): boolean => totalOf(spend) > 0 && isSpent(part, spend);

/** Whether one point more for this agent can still lead somewhere, while the others keep theirs. */
export const canAdd = (part: Distribute, spend: Spend, agent: string): boolean =>
  pointsLeft(part, spend) > 0 && (agent in spend || Object.keys(spend).length < part.most);

/** This agent gets one point more, or, below 0, one less; nobody is asked whether that may be confirmed. */
export function add(spend: Spend, agent: string, by: 1 | -1): Spend {
  const points = (spend[agent] ?? 0) + by;
  return points > 0 ? { ...spend, [agent]: points } : without(spend, agent);
}

export const mayStay = (part: Distribute): boolean => part.totals.includes(0);

/** Points that can still be spent, at most. */
export const pointsLeft = (part: Distribute, spend: Spend): number => Math.max(0, ...part.totals) - totalOf(spend);

/** The move in notation, agents in the order of the offer: `move red 2 blue 3`, `move nothing`. */
export function moveAction(part: Distribute, spend: Spend): string {
  const words = part.over.filter((agent) => spend[agent]).flatMap((agent) => [agent, String(spend[agent])]);
  return [part.verb, ...(words.length ? words : ["nothing"])].join(" ");
}
