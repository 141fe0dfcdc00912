// Who answers "Why can't I?": the table on the screen, if there is one. panels/asking asks.

import type { Terms } from "../../table/messages/messages";
import type { Barred } from "./refused";

export interface Answering {
  readonly terms: Terms;
  /** Why this cannot be done now, in notation; "": what is asked. */
  why(action: string): Promise<Barred>;
  /** Another one, and what was said is over. */
  moment(): unknown;
}

let source: Answering | null = $state.raw(null);

export const answering = (): Answering | null => source;

/** This table answers from now on; the result ends it. */
export function answerHere(given: Answering): () => void {
  source = given;
  return () => {
    if (source === given) source = null;
  };
}
