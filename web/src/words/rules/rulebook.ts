// The rules as docs/rules has them, read for the page: sections, rules by number, lists and tables. What is written about
// other editions than the reader's is marked; nothing is left out.

import type { Language } from "../language/language.svelte";
import { breather } from "../../pace/slices";
import { type Lexicon, partsOf as wordsIn } from "./meanings.svelte";

export interface Bit {
  kind: "text" | "code" | "strong" | "em" | "rule" | "term";
  text: string;
  /** Of one of the rules' words, `<game>.<word>`; and whether keys come to it. */
  term?: string;
  stop?: boolean;
}

/** A sentence, and whether it is about editions, and about the reader's own. */
export interface Sentence {
  bits: readonly Bit[];
  about: "all" | "here" | "elsewhere";
}

export type Block =
  | { kind: "text"; rule: string; sentences: readonly Sentence[] }
  | { kind: "example"; name: string; edition: string; pictures: number; caption: readonly Bit[] }
  | { kind: "list"; ordered: boolean; items: readonly (readonly Sentence[])[] }
  | { kind: "table"; head: readonly (readonly Bit[])[]; rows: readonly (readonly (readonly Bit[])[])[] };

/** A rule with all that belongs to it, or text without a number. */
export interface Passage {
  rule: string;
  blocks: readonly Block[];
}

export interface Section {
  id: string;
  title: string;
  passages: readonly Passage[];
}

export interface Rulebook {
  title: string;
  sections: readonly Section[];
}

const files = import.meta.glob<string>("../../../../docs/rules/**/*.md", { query: "?raw", import: "default" });

function pathOf(name: string, language: Language): string | undefined {
  const folders = language === "en" ? [""] : [`${language}/`, ""]; // what is not translated yet is told in English
  return folders.map((folder) => `../../../../docs/rules/${folder}${name}.md`).find((path) => path in files);
}

/** The rules of a game for those who play this edition; with a page of its own, if it has one. */
export async function loadRules(game: string, edition: string, editions: readonly string[], language: Language): Promise<Rulebook> {
  const paths = [game.replaceAll("-", "_"), edition].map((name) => pathOf(name, language));
  const texts = await Promise.all(paths.filter((path) => path !== undefined).map((path) => files[path]!()));
  const books: Rulebook[] = [];
  for (const text of texts) books.push(await readInTasks(text, edition, editions));
  const [first, ...more] = books;
  if (!first) throw new Error(`there are no rules of ${game}`);
  const added = more.flatMap(({ title, sections }) =>
    sections.map((section, index) => ({ ...section, id: `own-${index}`, title: section.title || title })),
  );
  return { title: first.title, sections: [...first.sections, ...added] };
}

export function readRules(markdown: string, edition: string, editions: readonly string[]): Rulebook {
  const reader = new Reader(edition, editions);
  for (const block of blocksOf(markdown)) reader.take(block);
  return reader.finish();
}

async function readInTasks(markdown: string, edition: string, editions: readonly string[]): Promise<Rulebook> {
  const reader = new Reader(edition, editions);
  const breathe = breather();
  for (const block of blocksOf(markdown)) {
    await breathe();
    reader.take(block);
  }
  return reader.finish();
}

const blocksOf = (markdown: string): string[] => markdown.trim().split(/\n\s*\n/);

/** The rules' words set apart: in each passage where they stand first; keys come to the first ones of a section. */
export function withTerms(book: Rulebook, lexicon: Lexicon): Rulebook {
  return { ...book, sections: book.sections.map((section) => sectionWithTerms(section, lexicon)) };
}

export function sectionWithTerms(section: Section, lexicon: Lexicon): Section {
  const stops = new Set<string>();
  const passages = section.passages.map((one) => {
    const known = new Set<string>();
    const mark = (bits: readonly Bit[]): Bit[] =>
      bits.flatMap((bit) => (bit.kind === "text" ? markedBits(bit.text, lexicon, known, stops) : [bit]));
    return { ...one, blocks: one.blocks.map((block) => mapBits(block, mark)) };
  });
  return { ...section, passages };
}

function markedBits(text: string, lexicon: Lexicon, known: Set<string>, stops: Set<string>): Bit[] {
  return wordsIn(text, lexicon, known).map(({ text, term }) => {
    if (!term) return { kind: "text", text };
    const stop = !stops.has(term);
    stops.add(term);
    return { kind: "term", text, term, stop };
  });
}

function mapBits(block: Block, map: (bits: readonly Bit[]) => Bit[]): Block {
  const told = (sentences: readonly Sentence[]): Sentence[] => sentences.map((one) => ({ ...one, bits: map(one.bits) }));
  if (block.kind === "text") return { ...block, sentences: told(block.sentences) };
  if (block.kind === "list") return { ...block, items: block.items.map(told) };
  return block.kind === "example" ? { ...block, caption: map(block.caption) } : block;
}

/** Lower case without accents, for searching. */
export const fold = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether a passage has all these words. */
export const has = (passage: Passage, words: readonly string[]): boolean =>
  words.every((word) => plainOf(passage).includes(word));

const plains = new WeakMap<Passage, string>();

/** Everything in a passage, folded for searching. */
export function plainOf(passage: Passage): string {
  const plain = plains.get(passage) ?? fold([passage.rule, ...passage.blocks.map(textOf)].join(" "));
  plains.set(passage, plain);
  return plain;
}

class Reader {
  #title = "";
  readonly #sections: { id: string; title: string; passages: Passage[] }[] = [{ id: "top", title: "", passages: [] }];

  constructor(
    readonly edition: string,
    readonly editions: readonly string[],
  ) {}

  take(block: string): void {
    const heading = /^(#+) (.*)$/.exec(block);
    if (heading?.[1] === "#") this.#title = heading[2]!;
    else if (heading) this.#sections.push({ id: `part-${this.#sections.length}`, title: heading[2]!, passages: [] });
    else for (const part of partsOf(block)) this.#add(part);
  }

  finish(): Rulebook {
    return { title: this.#title, sections: this.#sections.filter(({ passages }) => passages.length > 0) };
  }

  #add(part: string): void {
    const { passages } = this.#sections.at(-1)!;
    const block = this.#block(part);
    const last = passages.at(-1);
    const starts = block.kind === "text" && (block.rule !== "" || !last?.rule);
    if (starts || !last) passages.push({ rule: block.kind === "text" ? block.rule : "", blocks: [block] });
    else passages[passages.length - 1] = { rule: last.rule, blocks: [...last.blocks, block] };
  }

  #block(part: string): Block {
    const example = EXAMPLE.exec(part);
    if (example) {
      const [, name = "", edition = "", body = "", caption = ""] = example;
      const pictures = body.includes("\nthen ") ? 2 : 1;
      return { kind: "example", name, edition, pictures, caption: bitsOf(caption.replace(/\s+/g, " ")) };
    }
    if (part.startsWith("|")) return table(part);
    if (isList(part)) {
      const items = part.split(/\n(?=- |\d+\. )/).map((item) => this.#sentences(item.replace(/^(?:- |\d+\. )/, "")));
      return { kind: "list", ordered: !part.startsWith("-"), items };
    }
    const rule = /^\*\*([A-Z]\d+)\*\* /.exec(part);
    return { kind: "text", rule: rule?.[1] ?? "", sentences: this.#sentences(part.slice(rule?.[0].length ?? 0)) };
  }

  #sentences(text: string): Sentence[] {
    const sentences = text.replace(/\s+/g, " ").trim().split(/(?<=[.!?]\)?) (?=[^a-z0-9])/u);
    return sentences.map((sentence) => ({ bits: bitsOf(sentence), about: this.#about(sentence) }));
  }

  #about(sentence: string): Sentence["about"] {
    const named = this.editions.filter((edition) => sentence.includes(`\`${edition}\``));
    if (!named.length) return "all";
    return named.includes(this.edition) ? "here" : "elsewhere";
  }
}

/** A fenced block with positions, which are drawn (docs/pictures/make_examples.py), and its caption. */
const EXAMPLE = /^```example (\S+) (\S+)(.*?)\n```\n(.*)$/s;

const isList = (part: string): boolean => /^(?:- |\d+\. )/.test(part);

/** A block in which a list or a table follows a text without an empty line, taken apart. */
function partsOf(block: string): string[] {
  if (isList(block) || EXAMPLE.test(block) || block.startsWith("|")) return [block];
  const found = /\n(?=- |\d+\. |\|)/.exec(block);
  return found ? [block.slice(0, found.index), block.slice(found.index + 1)] : [block];
}

function table(part: string): Block {
  const cells = part.split("\n").map((line) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => bitsOf(cell.trim())));
  const [head = [], , ...rows] = cells;
  return { kind: "table", head, rows };
}

function textOf(block: Block): string {
  const said = (bits: readonly Bit[]): string => bits.map(({ text }) => text).join("");
  if (block.kind === "table") return [block.head, ...block.rows].flat().map(said).join(" ");
  if (block.kind === "example") return said(block.caption);
  const sentences = block.kind === "list" ? block.items.flat() : block.sentences;
  return sentences.map(({ bits }) => said(bits)).join(" ");
}

/** What is marked in a text, by kind, in the order of the groups. Links to other documents are no pages here. */
const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\([^)]*\)|(?<![\p{L}\d])([A-Z]\d{1,2})\b/gu;
const KINDS: readonly Bit["kind"][] = ["code", "strong", "em", "text", "rule"];

function bitsOf(text: string): Bit[] {
  const bits: Bit[] = [];
  const add = (kind: Bit["kind"], added: string): void => {
    const last = bits.at(-1);
    if (!added) return;
    if (kind === "text" && last?.kind === "text") bits[bits.length - 1] = { kind, text: last.text + added };
    else bits.push({ kind, text: added });
  };
  let end = 0;
  for (const found of text.matchAll(MARKS)) {
    const group = found.slice(1).findIndex((one) => one !== undefined);
    add("text", text.slice(end, found.index));
    add(KINDS[group]!, found[group + 1]!);
    end = found.index + found[0].length;
  }
  add("text", text.slice(end));
  return bits;
}
