// Lines of the log and offers, from the compact JSON in which they travel (docs/protocol.md, server/table/audience/lines.py).

import type { Part } from "../../boards/contract";
import { isObject, type Json } from "./patches";

/** A word of the game in a line: an agent, a place, a card …; `kind` tells which. */
export interface Term {
  readonly kind: string;
  readonly name: string;
}

/** A line in no language yet: a key of the game's catalogue, and what to fill in. */
export interface Line {
  readonly key: string;
  readonly values: Readonly<Record<string, Value>>;
}

export type Value = string | number | Term | Line | readonly Value[];

/** What the values of each line are called, in order; every snapshot brings this. */
export type Names = Readonly<Record<string, string>>;

export function isTerm(value: Value): value is Term {
  return typeof value === "object" && "kind" in value;
}

export function isLine(value: Value): value is Line {
  return typeof value === "object" && "key" in value;
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export class BadPacking extends Error {}

export function unpackLine(packed: Json, names: Names): Line {
  if (Array.isArray(packed)) {
    const [key, ...row] = packed as [string, ...Json[]];
    return unpackRow(key, row, names);
  }
  if (isObject(packed)) {
    const [key, values] = onlyEntry(packed);
    const named = Object.entries(values as Record<string, Json>);
    return { key, values: Object.fromEntries(named.map(([name, value]) => [name, unpackValue(name, value, names)])) };
  }
  throw new BadPacking("this is no line");
}

function unpackRow(key: string, row: readonly Json[], names: Names): Line {
  const order = names[key]?.split(" ") ?? [];
  if (order.length !== row.length) throw new BadPacking(`'${key}' has ${row.length} values, not ${order.length}`);
  return { key, values: Object.fromEntries(order.map((name, index) => [name, unpackValue(name, row[index], names)])) };
}

function unpackValue(name: string, value: Json, names: Names): Value {
  if (typeof value === "number") return value;
  if (typeof value === "string") return unpackText(name, value);
  if (Array.isArray(value)) {
    const [first] = value as Json[];
    if (value.length === 1 && Array.isArray(first)) return first.map((item) => unpackValue(name, item, names));
    return unpackLine(value, names);
  }
  if (isObject(value)) {
    const [key, inner] = onlyEntry(value);
    return Array.isArray(inner) ? inner.map((row) => unpackRow(key, row as Json[], names)) : unpackLine(value, names);
  }
  throw new BadPacking("this is no value of a line");
}

function unpackText(name: string, text: string): Value {
  if (text.startsWith("@")) return { kind: "seat", name: text.slice(1) };
  if (text.startsWith("::")) {
    const [kind = "", ...rest] = text.slice(2).split(":");
    return { kind, name: rest.join(":") };
  }
  if (text.startsWith(":")) return { kind: name, name: text.slice(1) };
  return text.startsWith("'") ? text.slice(1) : text;
}

function onlyEntry(packed: Readonly<Record<string, Json>>): [string, Json] {
  const entries = Object.entries(packed);
  if (entries.length !== 1) throw new BadPacking("this is not one line");
  return entries[0]!;
}

type Row = readonly Json[];

export function unpackOffer(packed: Json): readonly Part[] {
  return ((packed ?? []) as Row[]).flatMap(unpackParts);
}

function unpackParts(row: Row): Part[] {
  const [kind, first, ...rest] = row;
  const verb = first as string;
  switch (kind) {
    case "say":
      return [{ kind, words: first as string[] }];
    case "pick":
      return [{ kind, verb, options: rest[0] as string[] }];
    case "distribute": {
      const [totals, over, most] = rest as [number[], string[], number];
      return [{ kind, verb, totals, over, most }];
    }
    case "targets": {
      const [items, things, picks = [1], ordered = 0, amounts = []] = rest as [
        string | string[],
        (string | string[])[],
        number[]?,
        number?,
        string[]?,
      ];
      const groups = things.map((thing) => (typeof thing === "string" ? [thing] : thing));
      const names = typeof items === "string" ? [items] : items;
      return names.map((item) => ({ kind, verb, item, groups, picks, ordered: Boolean(ordered), amounts }));
    }
    case "ballot": {
      const [questions, options] = rest as [string[], string[]];
      return [{ kind, verb, questions: questions.map((question) => [question, options] as const) }];
    }
  }
  throw new BadPacking(`there is no '${String(kind)}' in an offer`);
}
