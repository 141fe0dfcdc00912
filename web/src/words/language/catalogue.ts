// A catalogue is one object for each language: keys are the name of a file of src/heimlich/text/<language>, a dot, and a
// name there. This is how a sentence is made from it, by the same rules as in src/heimlich/text/__init__.py.

import { isLine, isList, isTerm, type Line, type Value } from "../../table/messages/unpack";

export type Entry = string | { readonly one: string; readonly other: string };
/** Finds the entry of a key. */
export type Catalogue = (key: string) => Entry | undefined;
export type Values = Readonly<Record<string, string | number>>;

/**
 * The files of a folder as one catalogue: `…/en/page.json` gives `page.*`, and so does `page+more.json`. Nothing is
 * copied: two thousand keys would take a slow phone a noticeable time.
 */
export function join(files: Readonly<Record<string, Readonly<Record<string, Entry>>>>): Catalogue {
  const parts = new Map<string, Readonly<Record<string, Entry>>[]>();
  for (const [path, entries] of Object.entries(files)) {
    const part = path.slice(path.lastIndexOf("/") + 1).replace(/(\+.*)?\.json$/, "");
    parts.set(part, [...(parts.get(part) ?? []), entries]);
  }
  return (key) => {
    const dot = key.indexOf(".");
    const name = key.slice(dot + 1);
    return parts.get(key.slice(0, dot))?.find((entries) => Object.hasOwn(entries, name))?.[name];
  };
}

export function fill(template: string, values: Values): string {
  return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name?: string) => {
    if (name === undefined) return found[0]!;
    return name in values ? String(values[name]) : found;
  });
}

const rules = new Map<string, Intl.PluralRules>();

function pluralsOf(language: string): Intl.PluralRules {
  const found = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, found);
  return found;
}

/** Which of its two forms an entry takes for a number. A form for one thing may say "1", so -1 has it only where 0 has. */
export function pluralForm(language: string, n: unknown): "one" | "other" {
  if (typeof n !== "number") return "other";
  const plurals = pluralsOf(language);
  return plurals.select(n) === "one" && (n > 0 || plurals.select(0) === "one") ? "one" : "other";
}

/** An entry's template; where a number decides its form, that is the value `n`. */
export function form(entry: Entry, values: Values | Line["values"], language: string): string {
  const template = typeof entry === "string" ? entry : entry[pluralForm(language, values.n)];
  return language === "en" ? withArticle(template, values) : template;
}

/** English says "a 7", but "an 8", "an 11", "an 18". */
const withArticle = (template: string, values: Values | Line["values"]): string =>
  template.replace(/\b([Aa]) (?=\{(\w+)\})/g, (found, a: string, name: string) =>
    /^(8|1[18](?!\d))/.test(String(values[name])) ? `${a}n ` : found,
  );

/**
 * `a, b and c`; parts that hold commas themselves are set off by semicolons. Not by Intl.ListFormat: its tables take a
 * slow phone a tenth of a second to load, in one task.
 */
export function list(items: readonly string[], and: string, semicolon = "; "): string {
  if (items.length < 2) return items.join("");
  const comma = items.some((item) => item.includes(",")) ? semicolon : ", ";
  return `${items.slice(0, -1).join(comma)} ${and} ${items.at(-1)}`;
}

/** One language: finds its entries, or, where one is missing, those of another. */
export interface Voice {
  readonly language: string;
  find(key: string): Entry | undefined;
}

/** One entry, filled in; a key that nobody knows says itself. */
export function sayEntry(voice: Voice, key: string, values: Values = {}): string {
  const entry = voice.find(key);
  return entry === undefined ? key : fill(form(entry, values, voice.language), values);
}

/** A line of a game's log as a sentence. */
export function sayLine(voice: Voice, game: string, line: Line, seats: readonly string[]): string {
  const values = Object.entries(line.values).map(([name, value]) => [name, sayValue(voice, game, value, seats)]);
  const number = typeof line.values.n === "number" ? { n: line.values.n } : {};
  return sayEntry(voice, `${game}.${line.key}`, { ...Object.fromEntries(values), ...directions(voice, game, line), ...number });
}

/** Words that have a form for the way to them, by the name `to_…`: {place} is the church, {to_place} to the church. */
function directions(voice: Voice, game: string, line: Line): Values {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(line.values)) {
    if (typeof value !== "object" || isList(value) || !isTerm(value)) continue;
    const key = `${game}.to-${value.kind}.${value.name}`;
    if (voice.find(key) !== undefined) found[`to_${name}`] = sayEntry(voice, key);
  }
  return found;
}

export function sayValue(voice: Voice, game: string, value: Value, seats: readonly string[]): string {
  if (typeof value !== "object") return String(value);
  if (isList(value)) {
    const items = value.map((item) => sayValue(voice, game, item, seats));
    return list(items, sayEntry(voice, "table.and"), sayEntry(voice, "table.semicolon"));
  }
  if (isLine(value)) return sayLine(voice, game, value, seats);
  if (value.kind !== "seat") return sayEntry(voice, `${game}.${value.kind}.${value.name}`);
  return seats[Number(value.name)] ?? `${sayEntry(voice, "table.seat")} ${Number(value.name) + 1}`;
}

/** A piece of the game in a sentence: the word that its badge is drawn by, and its name. */
export interface Piece {
  readonly word: string;
  readonly name: string;
}

/** A part of a sentence: plain words, or a piece. */
export type Bit = string | Piece;

/** A line of a game's log as a sentence, in which each piece stands by itself. */
export function lineBits(voice: Voice, game: string, line: Line, seats: readonly string[]): Bit[] {
  const entry = voice.find(`${game}.${line.key}`);
  if (entry === undefined) return [`${game}.${line.key}`];
  const ways = directions(voice, game, line);
  return form(entry, line.values, voice.language)
    .split(/(\{\{|\}\}|\{\w+\})/)
    .flatMap((part): Bit[] => {
      const name = /^\{\w+\}$/.test(part) ? part.slice(1, -1) : "";
      if (name in ways) return [String(ways[name])];
      const value = name ? line.values[name] : undefined;
      if (value !== undefined) return valueBits(voice, game, value, seats);
      return part ? [part === "{{" || part === "}}" ? part[0]! : part] : [];
    });
}

function valueBits(voice: Voice, game: string, value: Value, seats: readonly string[]): Bit[] {
  if (typeof value === "object" && isList(value)) {
    const items = value.map((item) => valueBits(voice, game, item, seats));
    const comma = items.some((item) => item.some((bit) => typeof bit === "string" && bit.includes(",")))
      ? sayEntry(voice, "table.semicolon")
      : ", ";
    const and = ` ${sayEntry(voice, "table.and")} `;
    return items.flatMap((item, i) => (i === 0 ? item : [i === items.length - 1 ? and : comma, ...item]));
  }
  const word = pieceWord(value);
  if (word) return [{ word, name: sayValue(voice, game, value, seats) }];
  if (typeof value === "object" && isLine(value)) return lineBits(voice, game, value, seats);
  return [sayValue(voice, game, value, seats)];
}

/** The word for the badge of a value; "" for one that is no piece. */
export function pieceWord(value: Value | undefined): string {
  if (typeof value !== "object" || isList(value)) return "";
  if (isTerm(value)) return value.kind === "agent" ? value.name : "";
  const { colour, number, letter } = value.values; // `red-3` is an agent, `red-A` a suitcase
  const mark = number ?? letter;
  if (mark === undefined || typeof colour !== "object" || isList(colour) || !isTerm(colour)) return "";
  return `${colour.name}-${String(mark)}`;
}

/** The words of the notation that a line is about: agents, places, cards, suitcases; for showing them on the board. */
export function wordsOf(line: Line): Set<string> {
  const found = new Set<string>();
  collect(line, found);
  return found;
}

function collect(value: Value, found: Set<string>): void {
  if (isList(value)) for (const item of value) collect(item, found);
  else if (typeof value === "object" && isLine(value)) {
    const { colour, number, letter } = value.values; // `red-3` is an agent, `red-A` a suitcase
    if (colour !== undefined && typeof colour === "object" && "kind" in colour) {
      if (number !== undefined) found.add(`${colour.name}-${String(number)}`);
      if (letter !== undefined) found.add(`${colour.name}-${String(letter)}`);
      return;
    }
    for (const inner of Object.values(value.values)) if (typeof inner === "object") collect(inner, found);
  } else if (typeof value === "object" && isTerm(value)) {
    found.add(value.kind === "seat" ? `@${value.name}` : value.name);
  }
}
