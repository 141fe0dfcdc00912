// The words for spectators who guess, a chunk for each language: only those who need them load them.

import { type Catalogue, type Entry, join } from "./catalogue";
import { learn, type Language } from "./language.svelte";

type Words = Readonly<Record<string, Entry>>;
const files = import.meta.glob<Words>("../../../../src/heimlich/text/*/guess.json", { import: "default" });

async function load(language: Language): Promise<Catalogue> {
  const path = `../../../../src/heimlich/text/${language}/guess.json`;
  return join({ [path]: (await files[path]?.()) ?? {} });
}

export const learnGuessing = (): Promise<void> => learn(load);
