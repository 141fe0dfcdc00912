// The words of the unmasking, a chunk for each language: only pages that show it load them.

import { type Catalogue, type Entry, join } from "./catalogue";
import { learn, type Language } from "./language.svelte";

type Words = Readonly<Record<string, Entry>>;
const files = import.meta.glob<Words>("../../../src/heimlich/text/*/unmask.json", { import: "default" });

async function load(language: Language): Promise<Catalogue> {
  const path = `../../../src/heimlich/text/${language}/unmask.json`;
  return join({ [path]: (await files[path]?.()) ?? {} });
}

export const learnUnmasking = (): Promise<void> => learn(load);
