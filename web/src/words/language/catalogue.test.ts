import { describe, expect, test } from "vitest";
import { unpackLine } from "../../table/messages/unpack";
import { fill, join, list, pluralForm, sayEntry, sayLine, type Voice, wordsOf } from "./catalogue";

const entries = join({
  "x/table.json": { and: "and", seat: "Seat" },
  "x/g.json": {
    move: "{seat} moves {walks}.",
    walk: { one: "{agent} 1 to {place}", other: "{agent} {n} to {place}" },
    take: "{agent} takes {suitcase}.",
    agent: "{colour} {number}",
    suitcase: "{colour} suitcase {letter}",
    "colour.red": "red",
    "agent.red": "red",
    "agent.blue": "blue",
    "place.7": "house 7",
    "place.8": "house 8",
  },
});
const voice: Voice = { language: "en", find: entries };
const names = {
  move: "seat walks",
  walk: "agent n place",
  take: "agent suitcase",
  agent: "colour number",
  suitcase: "colour letter",
};

test("files with one name before the plus are one part; nothing else is found", () => {
  const find = join({ "x/page.json": { a: "1", "b.c": "2" }, "x/page+more.json": { d: "3" }, "x/g.json": { a: "4" } });
  expect(["page.a", "page.b.c", "page.d", "g.a"].map(find)).toEqual(["1", "2", "3", "4"]);
  expect(["page.e", "page", "h.a", "page.toString", "constructor.name", ""].map(find)).toEqual(Array(6).fill(undefined));
});

test("a template is filled in; doubled braces are braces", () => {
  expect(fill("{a} and {{b}} and {c}", { a: 1, c: "{a}" })).toBe("1 and {b} and {a}");
  expect(fill("{missing}", {})).toBe("{missing}");
});

test("a number has the article that it is spoken with, in English", () => {
  const rolls = (language: string, face: string): string =>
    sayEntry({ language, find: () => "rolls a {face}" }, "g.roll", { face });
  expect(["7", "8", "11", "18", "1–3", "110"].map((face) => rolls("en", face))).toEqual([
    "rolls a 7",
    "rolls an 8",
    "rolls an 11",
    "rolls an 18",
    "rolls a 1–3",
    "rolls a 110",
  ]);
  expect(rolls("fr", "8")).toBe("rolls a 8");
});

test("plurals: French counts 0 as one", () => {
  expect([0, 1, 2].map((n) => pluralForm("en", n))).toEqual(["other", "one", "other"]);
  expect([-1, 0, 1, 2].map((n) => pluralForm("fr", n))).toEqual(["one", "one", "one", "other"]);
  for (const language of ["en", "de"]) expect(pluralForm(language, -1)).toBe("other"); // it may say "1"
  expect([1e6, "1", undefined].map((n) => pluralForm("fr", n))).toEqual(["other", "other", "other"]);
});

test("lists have their last comma replaced, and semicolons where the parts have commas", () => {
  expect(list([], "and")).toBe("");
  expect(list(["a"], "and")).toBe("a");
  expect(list(["a", "b", "c"], "and")).toBe("a, b and c");
  expect(list(["a, x", "b", "c"], "and")).toBe("a, x; b and c");
});

describe("lines", () => {
  const packed = [
    "move",
    "@1",
    {
      walk: [
        [":red", 1, ":7"],
        [":blue", 2, ":8"],
      ],
    },
  ];

  test("are said with the names of the seats", () => {
    const line = unpackLine(packed, names);
    expect(sayLine(voice, "g", line, ["Anna", "Bob"])).toBe("Bob moves red 1 to house 7 and blue 2 to house 8.");
    expect(sayLine(voice, "g", line, [])).toBe("Seat 2 moves red 1 to house 7 and blue 2 to house 8.");
  });

  test("tell what to show on the board", () => {
    expect(wordsOf(unpackLine(packed, names))).toEqual(new Set(["@1", "red", "7", "blue", "8"]));
    const taken = ["take", ["agent", ":red", 3], ["suitcase", ":red", "A"]];
    expect(wordsOf(unpackLine(taken, names))).toEqual(new Set(["red-3", "red-A"]));
  });
});

test("a key without an entry says itself", () => {
  expect(sayEntry(voice, "g.nothing")).toBe("g.nothing");
});
