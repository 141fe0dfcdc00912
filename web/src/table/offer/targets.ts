// Choosing what an item is used on: things from different groups, and perhaps an amount, within what the offer allows.
// For boards, where things are tapped, and for the form.

import type { Part } from "../../boards/contract";

export type Targets = Extract<Part, { kind: "targets" }>;
/** What is chosen so far for one item: a card, an agent. */
export interface Aim {
  item: string;
  chosen: readonly string[];
  amount: string | null;
}

/** Nothing chosen yet, but for what leaves no choice. */
export function begin(part: Targets): Aim {
  const sure =
    part.picks.length === 1 && part.picks[0] === part.groups.length && part.groups.every((g) => g.length === 1);
  const chosen = sure && !part.ordered ? part.groups.map((group) => group[0]!) : [];
  return { item: part.item, chosen, amount: part.amounts.length === 1 ? part.amounts[0]! : null };
}

const groupOf = (part: Targets, word: string): number => part.groups.findIndex((group) => group.includes(word));
const mostPicks = (part: Targets): number => Math.max(0, ...part.picks);

/** Everything that can be tapped now: what is chosen, what may be added, and what may take the place of a choice. */
export const candidates = (part: Targets): string[] => (mostPicks(part) ? part.groups.flat() : []);

/** What would be added by a tap, as against taking the place of something. */
export function isOpen(part: Targets, aim: Aim, word: string): boolean {
  const group = groupOf(part, word);
  if (group < 0 || aim.chosen.length >= mostPicks(part)) return false;
  return !aim.chosen.some((chosen) => groupOf(part, chosen) === group);
}

/** Whether this thing can be chosen beside those that are, or is one of them. */
export const canTake = (part: Targets, aim: Aim, word: string): boolean =>
  aim.chosen.includes(word) || isOpen(part, aim, word);

/** A tap on a thing: it is chosen, or no longer; one of the same group, or else the last one, makes room for it. */
export function toggle(part: Targets, aim: Aim, word: string): Aim {
  const group = groupOf(part, word);
  if (group < 0 || !mostPicks(part)) return aim;
  if (aim.chosen.includes(word)) return { ...aim, chosen: aim.chosen.filter((chosen) => chosen !== word) };
  const rival = aim.chosen.findIndex((chosen) => groupOf(part, chosen) === group);
  if (rival >= 0) return { ...aim, chosen: aim.chosen.with(rival, word) };
  if (aim.chosen.length < mostPicks(part)) return { ...aim, chosen: [...aim.chosen, word] };
  return { ...aim, chosen: [...aim.chosen.slice(0, -1), word] };
}

export const setAmount = (part: Targets, aim: Aim, amount: string): Aim =>
  part.amounts.includes(amount) ? { ...aim, amount } : aim;

/** Whether the item may be used so. */
export function isAimed(part: Targets, aim: Aim): boolean {
  const groups = aim.chosen.map((word) => groupOf(part, word));
  return (
    part.picks.includes(aim.chosen.length) &&
    groups.every((group, index) => group >= 0 && groups.indexOf(group) === index) &&
    (part.amounts.length === 0 || (aim.amount !== null && part.amounts.includes(aim.amount)))
  );
}

/** Its use in notation. Things without an order are written in the order of the offer. */
export function playAction(part: Targets, aim: Aim): string {
  const chosen = part.ordered
    ? aim.chosen
    : aim.chosen.toSorted((one, other) => groupOf(part, one) - groupOf(part, other));
  return [part.verb, part.item, ...chosen, ...(part.amounts.length && aim.amount !== null ? [aim.amount] : [])].join(" ");
}
