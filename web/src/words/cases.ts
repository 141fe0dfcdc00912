// The words of the cases of the day, a chunk for each language: only their page loads them.

import { type Catalogue, type Entry, join } from "./catalogue";
import { learn, type Language } from "./language.svelte";

type Words = Readonly<Record<string, Entry>>;
const files = import.meta.glob<Words>("../../../src/heimlich/text/*/case.json", { import: "default" });

async function load(language: Language): Promise<Catalogue> {
  const path = `../../../src/heimlich/text/${language}/case.json`;
  return join({ [path]: (await files[path]?.()) ?? {} });
}

export const learnCases = (): Promise<void> => learn(load);
