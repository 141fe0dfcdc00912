// What the reader's system asks for.

import { MediaQuery } from "svelte/reactivity";

const reduced = new MediaQuery("(prefers-reduced-motion: reduce)");

/** Nothing may move. */
export const isStill = (): boolean => reduced.current;
