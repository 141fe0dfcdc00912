import { expect, test } from "vitest";
import { learnWords } from "../language/on-demand";
import { LANGUAGES, type Language, say, speak } from "../language/language.svelte";
import { lexiconFrom, loadLexicon, meaningOf, partsOf } from "./meanings.svelte";
import { loadRules, withTerms } from "./rulebook";

const few = lexiconFrom([
  ["s.duel", ["duel", "duels"]],
  ["s.duel-card", ["duel card", "duel cards"]],
  ["s.safe", ["safe"]],
]);
const found = (text: string): string[] => partsOf(text, few).flatMap(({ text: form, term }) => (term ? [`${form}=${term}`] : []));

test("the longest word that fits is the one that is meant, and each is marked once", () => {
  expect(found("A duel card decides a duel. Duels are rare.")).toEqual(["duel card=s.duel-card", "duel=s.duel"]);
  expect(found("Safely unsafe, safe-keeping; the Safe.")).toEqual(["Safe=s.safe"]);
  const text = "Nothing of it: the safe stays.";
  expect(partsOf(text, few).map((part) => part.text).join("")).toBe(text);
});

test.each(Object.keys(LANGUAGES) as Language[])("every word has a meaning and a rule in %s, and the rules' pages have most of them", async (spoken) => {
  await speak(spoken);
  for (const [game, edition] of [["heimlich-co", "rio-grande"], ["suitcases", "jumbo"]] as const) {
    const lexicon = await loadLexicon(game);
    const book = withTerms(await loadRules(game, edition, [edition], spoken), lexicon);
    const blocks = book.sections.flatMap(({ passages }) => passages.flatMap((one) => one.blocks));
    const bits = blocks.flatMap((block) => (block.kind === "text" ? block.sentences.flatMap((one) => one.bits) : []));
    const marked = new Set(bits.flatMap(({ term }) => term ?? []));
    const terms = new Set(lexicon.terms.values());
    expect([...terms].filter((term) => !marked.has(term)).length).toBeLessThan(3);
    for (const term of terms) {
      const { name, rule } = await meaningOf(term);
      expect(name && rule).toBeTruthy();
      expect(say(`word.${term}`)).not.toBe(`word.${term}`);
      expect([...lexicon.terms].some(([form, of]) => of === term && form.length > 1)).toBe(true);
    }
  }
});

test("keys come to a word once in each section", async () => {
  await speak("en");
  await learnWords("word");
  const { sections } = withTerms(await loadRules("heimlich-co", "cie", ["cie"], "en"), await loadLexicon("heimlich-co"));
  for (const { passages } of sections) {
    const stops = JSON.stringify(passages).match(/"term":"[^"]+","stop":true/g) ?? [];
    expect(new Set(stops).size).toBe(stops.length);
  }
});
