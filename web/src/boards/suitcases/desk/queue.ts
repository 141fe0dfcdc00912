// Several actions in a row, sent one by one: each only when the server offers it. There is no state of one's own: what
// was sent is done, what was not is nothing but a wish.

import { sameJson } from "../../../table/messages/patches";
import type { Part } from "../../contract";
import { isOffered } from "./offers";

export interface Queue {
  actions: readonly string[];
  /** The offer that the last action was sent for: until another one comes, there is nothing to decide. */
  sentFor: readonly Part[] | null;
}

export const NOTHING: Queue = { actions: [], sentFor: null };

export type Next = { send: string; rest: Queue } | "wait" | "stop";

/**
 * What is to be done now: send the next action, wait for the server, or give up what cannot be done any more. `spell`
 * has the last word on how an action is written, for an offer names only one of several agents that are alike.
 */
export function next(
  queue: Queue,
  offer: readonly Part[],
  busy: boolean,
  spell: (action: string) => string = (action) => action,
): Next {
  const [first, ...rest] = queue.actions;
  if (first === undefined) return "stop";
  if (busy || sameJson(offer, queue.sentFor)) return "wait";
  const action = spell(first);
  return isOffered(offer, action) ? { send: action, rest: { actions: rest, sentFor: offer } } : "stop";
}
