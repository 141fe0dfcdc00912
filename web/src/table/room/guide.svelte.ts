// What a lesson lights on the page, and what has been arranged so far for the decision that it asks for. A page gives one
// lesson at a time; where there is none, nothing is lit. panels/lesson/coach.svelte.ts gives it.

/** What is arranged and not sent, as the board of each game keeps it. */
export type Draft = Readonly<Record<string, unknown>>;

const NOTHING: ReadonlySet<string> = new Set();
let touch = $state("");
let about: ReadonlySet<string> = $state.raw(NOTHING);
let arranged: Draft = $state.raw({});
let refusals = $state(0);

/** For a control: whether it is the one to touch. The word is the notation's (an agent, a place, an action), or its role. */
export const lit = (word: string): "" | undefined => (touch && touch === word ? "" : undefined);
/** For a part of the page: whether it is being told about. */
export const shown = (part: string): "" | undefined => (about.has(part) ? "" : undefined);
/** Words of the notation that are being told about. */
export const toldAbout = (): ReadonlySet<string> => about;

export function light(word: string, words: ReadonlySet<string> = NOTHING): void {
  touch = word;
  about = words;
}

/** For a board: what is arranged there now. */
export const noteDraft = (draft: Draft): void => void (arranged = draft);
export const draftNow = (): Draft => arranged;

/** A decision was not the one that the lesson asks for. */
export const noteMiss = (): void => void refusals++;
export const missesNow = (): number => refusals;
