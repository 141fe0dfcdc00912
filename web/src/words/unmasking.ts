// The words of the unmasking and of stories, in chunks of their own: only pages that show them load them.

import { type Catalogue, type Entry, join } from "./catalogue";
import { learn, type Language } from "./language.svelte";

type Words = Readonly<Record<string, Entry>>;
const files = import.meta.glob<Words>(
  ["../../../src/heimlich/text/*/unmask.json", "../../../src/heimlich/text/*/*+story.json"],
  { import: "default" },
);

async function load(language: Language): Promise<Catalogue> {
  const wanted = Object.entries(files).filter(([path]) => path.includes(`/text/${language}/`));
  return join(Object.fromEntries(await Promise.all(wanted.map(async ([path, read]) => [path, await read()]))));
}

export const learnUnmasking = (): Promise<void> => learn(load);
