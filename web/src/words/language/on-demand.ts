// Words that only some pages need, in chunks of their own: these pages ask for them, by group.

import { inTurn } from "../../pace/slices";
import { type Catalogue, type Entry, join } from "./catalogue";
import { learn, type Language } from "./language.svelte";

type Words = Readonly<Record<string, Entry>>;
const files = import.meta.glob<Words>("../../../../src/heimlich/text/*/{app,asking,call,case,group,lesson*,mine,rules,season,teachers,unmask,word,*+*}.json", { import: "default" });
/** The files of each group. */
const GROUPS = { after: /\+after\.json$/, app: /\/app\.json$/, asking: /(?:\/asking|\+cannot|\+hint)\.json$/, call: /\/call\.json$/, case: /\/case\.json$/, group: /\/group\.json$/, lesson: /\/lesson[^/]*\.json$/, mine: /\/mine\.json$/, rules: /\/rules\.json$/, season: /\/season\.json$/, teachers: /\/teachers\.json$/, unmask: /(?:\/unmask|\+story)\.json$/, word: /\/word\.json$/ } as const;
type Group = keyof typeof GROUPS;
const lessons = new Map<Group, (language: Language) => Promise<Catalogue>>();

async function load(group: Group, language: Language): Promise<Catalogue> {
  const wanted = Object.entries(files).filter(([path]) => path.includes(`/text/${language}/`) && GROUPS[group].test(path));
  const read = await inTurn(...wanted.map(([, read]) => read));
  return join(Object.fromEntries(wanted.map(([path], index) => [path, read[index]!])));
}

/** Know the words of this group, in whatever language is spoken. */
export function learnWords(group: Group): Promise<void> {
  if (!lessons.has(group)) lessons.set(group, (language) => load(group, language));
  return learn(lessons.get(group)!);
}
