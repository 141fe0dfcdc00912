import { expect, test } from "vitest";
import { factsOf } from "../../boards/registry";
import { loadExamples } from "./examples";
import { fold, has, loadRules, readRules } from "./rulebook";

const EDITIONS = ["rio-grande", "escale", "cie", "engine", "engine-1.0.1"];
const read = (text: string, edition = "cie") => readRules(text, edition, EDITIONS);

test("rules are found by number, with lists and tables that belong to them", () => {
  const book = read("# A game\n\nAbout it.\n\n## Turns\n\n**H8** Throw *the* die (T3).\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | `x` |\n\n**H9** Move.");
  expect(book.title).toBe("A game");
  expect(book.sections.map(({ title }) => title)).toEqual(["", "Turns"]);
  const [first, second] = book.sections[1]!.passages;
  expect([first!.rule, second!.rule]).toEqual(["H8", "H9"]);
  expect(first!.blocks.map(({ kind }) => kind)).toEqual(["text", "list", "table"]);
  expect(first!.blocks[0]).toMatchObject({
    sentences: [{ bits: [{ text: "Throw " }, { kind: "em", text: "the" }, { text: " die (" }, { kind: "rule", text: "T3" }, { text: ")." }] }],
  });
});

test("what is said of other editions is marked, and so is what is said of one's own", () => {
  const text = "**H9** Move. In `cie` one agent walks. In `escale` two may. `cie` and `escale` agree.";
  const [passage] = read(text).sections[0]!.passages;
  const [block] = passage!.blocks;
  expect(block).toMatchObject({ sentences: [{ about: "all" }, { about: "here" }, { about: "elsewhere" }, { about: "here" }] });
});

test("a search needs all words, in any case and without accents", () => {
  const [passage] = read("**H1** Le coffre-fort est FORCÉ.").sections[0]!.passages;
  expect(has(passage!, [fold("Forcé"), fold("coffre")])).toBe(true);
  expect(has(passage!, [fold("forcé"), fold("bombe")])).toBe(false);
  expect(has(passage!, ["h1"])).toBe(true);
});

test.each(["en", "de", "fr"] as const)("every rule of both games is there, each once, in %s", async (language) => {
  for (const [game, letters] of [["heimlich-co", "HTDSX"], ["suitcases", "C"]] as const) {
    const { sections } = await loadRules(game, "rio-grande", EDITIONS, language);
    const rules = sections.flatMap(({ passages }) => passages.map(({ rule }) => rule)).filter(Boolean);
    expect(new Set(rules).size).toBe(rules.length);
    for (const letter of letters) {
      const numbers = rules.filter((rule) => rule.startsWith(letter)).map((rule) => Number(rule.slice(1)));
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    }
    expect(rules.length).toBeGreaterThan(20);
  }
});

test("an edition with a page of its own brings it", async () => {
  const plain = await loadRules("heimlich-co", "engine", EDITIONS, "en");
  const own = await loadRules("heimlich-co", "engine-1.0.1", EDITIONS, "en");
  expect(own.sections.length).toBeGreaterThan(plain.sections.length);
});

test("a phase's rules exist", async () => {
  for (const [game, phases] of [
    ["heimlich-co", ["move", "safe", "ask", "cards", "dossier", "over"]],
    ["suitcases", ["pack", "place", "station", "move", "fight", "duel", "spoils", "lose", "over"]],
  ] as const) {
    const { sections } = await loadRules(game, "", EDITIONS, "en");
    const known = new Set(sections.flatMap(({ passages }) => passages.map(({ rule }) => rule)));
    for (const phase of phases) {
      const rules = factsOf(game).rulesNow({ phase } as never);
      expect(rules.length).toBeGreaterThan(0);
      expect(rules.filter((rule) => !known.has(rule))).toEqual([]);
    }
    expect(factsOf(game).rulesNow({ phase: "roll" } as never)).toEqual([]);
  }
});

test("an example is read with its caption, and belongs to the rule before it", () => {
  const text = "**H9** Move.\n\n```example sharing cie top-secret\nred 5; roll 2\nthen 1: move red 2\nred 7\n```\nRed goes on,\nas `cie` says.";
  const [passage] = read(text).sections[0]!.passages;
  expect(passage!.blocks.map(({ kind }) => kind)).toEqual(["text", "example"]);
  expect(passage!.blocks[1]).toMatchObject({
    ...{ name: "sharing", edition: "cie", pictures: 2 },
    caption: [{ text: "Red goes on, as " }, { kind: "code", text: "cie" }, { text: " says." }],
  });
  expect(has(passage!, ["goes"])).toBe(true);
  expect(has(passage!, ["top-secret"])).toBe(false);
});

test("every example can be drawn", async () => {
  const drawn = await loadExamples();
  const named: string[] = [];
  for (const game of ["heimlich-co", "suitcases"]) {
    const { sections } = await loadRules(game, "", EDITIONS, "fr");
    for (const block of sections.flatMap(({ passages }) => passages.flatMap(({ blocks }) => blocks))) {
      if (block.kind !== "example") continue;
      named.push(block.name);
      expect(drawn[block.name]).toMatchObject({ game, edition: block.edition });
      expect(drawn[block.name]!.pictures).toHaveLength(block.pictures);
      expect(block.edition in factsOf(game).editions).toBe(true);
    }
  }
  expect(named.sort()).toEqual(Object.keys(drawn).sort());
});
