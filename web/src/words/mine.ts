// The words of "My games", a chunk for each language: only that page loads them.

import { type Catalogue, type Entry, join } from "./catalogue";
import { learn, type Language } from "./language.svelte";

type Words = Readonly<Record<string, Entry>>;
const files = import.meta.glob<Words>("../../../src/heimlich/text/*/mine.json", { import: "default" });

async function load(language: Language): Promise<Catalogue> {
  const path = `../../../src/heimlich/text/${language}/mine.json`;
  return join({ [path]: (await files[path]?.()) ?? {} });
}

export const learnMine = (): Promise<void> => learn(load);
