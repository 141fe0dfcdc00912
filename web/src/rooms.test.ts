// The rooms of this folder: imports go down, and what is particular to one game stays in that game's folder.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const ROOT = import.meta.dirname;
/** From top to bottom; "" is what lies beside the rooms: main.ts and App.svelte. */
const ROOMS = ["", "pages", "panels", "boards", "parts", "words", "table", "app", "pace", "worker"];
const GAMES = ["heimlich_co", "suitcases"];

const files = readdirSync(ROOT, { recursive: true, encoding: "utf-8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.(svelte|ts)$/.test(path) && !path.includes(".test."));
const text = (path: string): string => readFileSync(join(ROOT, path), "utf-8");
const roomOf = (path: string): string => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "");
const gameOf = (path: string): string => GAMES.find((game) => path.startsWith(`boards/${game}/`)) ?? "";

/** The files that a file imports when it is loaded: neither types alone, nor what it asks for later. */
function imports(path: string): string[] {
  const found = text(path).matchAll(/^\s*(?:import|export) (?!type\b)(?:[^;"]*? from )?"(\.[^"]+)"/gm);
  return [...found].map(([, target]) => normalize(join(dirname(path), target!)).replaceAll("\\", "/"));
}

test("imports go down from room to room, never up", () => {
  const up = files.flatMap((path) =>
    imports(path)
      .filter((target) => ROOMS.indexOf(roomOf(target)) < ROOMS.indexOf(roomOf(path)))
      .map((target) => `${path} imports ${target}`),
  );
  expect(up).toEqual([]);
  expect(new Set(files.map(roomOf))).toEqual(new Set(ROOMS));
});

test("the page knows no game's folder but through the contract, and no folder knows another's", () => {
  const leaks = files.flatMap((path) =>
    imports(path)
      .filter((target) => gameOf(target) && gameOf(target) !== gameOf(path) && !path.startsWith("boards/testing/"))
      .map((target) => `${path} imports ${target}`),
  );
  expect(leaks).toEqual([]);
});

test("no file outside a game's folder names that game", () => {
  const code = (path: string): string => text(path).replace(/\/\*[^]*?\*\/|\/\/.*|<!--[^]*?-->/g, "");
  const named = files.filter((path) => !gameOf(path) && /heimlich-co|\bsuitcases\b/.test(code(path)));
  const generated = ["table/messages/messages.ts"]; // its stories carry the name of their game
  expect(named.filter((path) => !path.startsWith("boards/testing/") && !generated.includes(path))).toEqual([]);
});
