// The words of both games: ours in every language, and those of the printed rulebooks (docs/words.md).

import type { Language } from "../language/language.svelte";

export interface Term {
  readonly ours: Readonly<Record<Language, string>>;
  /** The rule that explains it; "" where none does. */
  readonly rule: string;
  /** By edition, the word of its book; "" where it has none, ABSENT where it does not have the thing. */
  readonly books: Readonly<Record<string, string>>;
}

/** A book does not have the thing at all. */
export const ABSENT = "×";

const files = import.meta.glob<string>("../../../../docs/words.md", { query: "?raw", import: "default" });

/** The words of each game, in the order of the document. */
export async function loadGlossary(): Promise<readonly (readonly Term[])[]> {
  const [read] = Object.values(files);
  const text = (await read?.()) ?? "";
  return (known ??= readGlossary(text));
}
let known: readonly (readonly Term[])[] | undefined;

/** The tables of the games are the first with our words; those of their rulebooks come in the same order. */
export function readGlossary(markdown: string): Term[][] {
  const tables = markdown.match(/(?:^\|.*\n)+/gm)?.map(readTable) ?? [];
  const ours = tables.filter(([head]) => head?.[0] === "English");
  const books = tables.filter(([head]) => head?.[0] === "our word");
  return books.map(([head = [], ...rows], index) => {
    const editions = head.slice(2).map((cell) => cell.replaceAll("`", ""));
    return (ours[index] ?? []).slice(1).map(([en = "", de = "", fr = ""]) => {
      const [, rule = "", ...words] = rows.find(([word]) => word === en) ?? [];
      const said = editions.map((edition, at) => [edition, (words[at] ?? "").replace("–", "")] as const);
      return { ours: { en, de, fr }, rule, books: Object.fromEntries(said) };
    });
  });
}

function readTable(block: string): string[][] {
  const cells = block.trim().split("\n").map((line) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => cell.trim()));
  return [cells[0]!, ...cells.slice(2)];
}
