// Offers from the side of a form: what can be chosen next, and the action that the choices spell.

import type { Part } from "../../boards/contract";

export type Distribute = Extract<Part, { kind: "distribute" }>;
export type Targets = Extract<Part, { kind: "targets" }>;

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Whether these points, one number for each thing, are one of the ways to spend a total. */
export function isSpent(part: Distribute, points: readonly number[]): boolean {
  return part.totals.includes(sum(points)) && points.filter((number) => number > 0).length <= part.most;
}

/** Whether one point more for this thing can still lead somewhere. */
export function canAdd(part: Distribute, points: readonly number[], index: number): boolean {
  const spent = sum(points);
  if (spent >= Math.max(...part.totals)) return false;
  return points[index]! > 0 || points.filter((number) => number > 0).length < part.most;
}

export function spellDistribution(part: Distribute, points: readonly number[]): string {
  const words = part.over.flatMap((thing, index) => (points[index] ? [thing, String(points[index])] : []));
  return [part.verb, ...(words.length ? words : ["nothing"])].join(" ");
}

/** The group that a thing belongs to; from each, one thing at most is chosen. */
const groupOf = (part: Targets, thing: string): number => part.groups.findIndex((group) => group.includes(thing));

/** Whether this thing can be chosen beside those that are. */
export function canTake(part: Targets, chosen: readonly string[], thing: string): boolean {
  if (chosen.includes(thing)) return true;
  if (chosen.length >= Math.max(0, ...part.picks)) return false;
  return !chosen.some((other) => groupOf(part, other) === groupOf(part, thing));
}

export function isAimed(part: Targets, chosen: readonly string[], amount: string): boolean {
  return part.picks.includes(chosen.length) && (part.amounts.length === 0 || part.amounts.includes(amount));
}

export function spellTargets(part: Targets, chosen: readonly string[], amount: string): string {
  const things = part.ordered ? chosen : [...chosen].sort((one, other) => groupOf(part, one) - groupOf(part, other));
  return [part.verb, part.item, ...things, ...(part.amounts.length ? [amount] : [])].join(" ");
}
