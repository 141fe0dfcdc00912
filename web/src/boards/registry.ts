// The games by name: what each says of itself, and its board. A board is a chunk of its own, loaded when a table of that
// game is opened; a game without a board is played by form.

import type { Component } from "svelte";
import type { Lab } from "../words/rules/lab";
import { plainVocabulary } from "../words/game/vocabulary";
import type { BoardProps, Finale, GameFacts, GameLength, Guide, PadProps, StillProps, UnmaskingProps } from "./contract";

const boards = import.meta.glob<{ default: Component<BoardProps>; Still: Component<StillProps> }>("./*/Board.svelte");
const finales = import.meta.glob<Finale>("./*/Finale.svelte");
const covers = import.meta.glob<string>("./*/cover.svg", { eager: true, query: "?url", import: "default" });
const pads = import.meta.glob<{ default: Component<PadProps> }>("./*/Pad.svelte");
const guides = import.meta.glob<{ guide: Guide }>("./*/guide.ts");
const unmaskings = import.meta.glob<{ default: Component<UnmaskingProps> }>("./*/Unmasking.svelte");
const lengths = import.meta.glob<{ lengthsOf(lab: Lab, slowness: number): GameLength[] }>("./*/lengths.ts");
const told = import.meta.glob<{ facts: GameFacts }>("./*/facts.ts", { eager: true });
const FACTS: Readonly<Record<string, GameFacts>> = Object.fromEntries(
  Object.values(told).map(({ facts }) => [facts.game, facts]),
);

/** The games that have a folder here, in the order in which they are shown. */
export const GAMES: readonly string[] = Object.keys(FACTS);

/** What is said of a game that has no folder here: it can be played by form. */
const strange = (game: string): GameFacts => ({
  game,
  quickSeats: 0,
  howTo: () => [],
  rulesNow: () => [],
  editions: {},
  asOthersSee: {},
  landmarks: new Set(),
  Badge: null,
  isLandscape: true,
  Emblem: null,
  Holdings: null,
  vocabulary: () => plainVocabulary(game),
  stateWords: () => [],
  seatFacts: () => [],
  ownCard: () => ({ title: "", figures: [], lines: [] }),
  hand: () => [],
  hasPad: false,
  standing: (_game, _seat, text) => ({ n: 0, text }),
  recap: () => [],
  unmask: () => null,
});

export const factsOf = (game: string): GameFacts => FACTS[game] ?? strange(game);

/** An edition's own name, or, where it has none, its word. */
export const editionName = (edition: string): string =>
  GAMES.map((game) => FACTS[game]?.editions[edition]).find(Boolean) ?? edition;

const folder = (game: string): string => `./${game.replaceAll("-", "_")}`;

/** The address of a picture of a game's board; "" where there is none. */
export const coverOf = (game: string): string => covers[`${folder(game)}/cover.svg`] ?? "";

export async function loadPad(game: string): Promise<Component<PadProps> | null> {
  try {
    return (await pads[`${folder(game)}/Pad.svelte`]?.())?.default ?? null;
  } catch {
    return null;
  }
}

export async function loadBoard(game: string): Promise<Component<BoardProps> | null> {
  try {
    return (await boards[`${folder(game)}/Board.svelte`]?.())?.default ?? null;
  } catch {
    return null; // the server has a newer one by now, or does not answer: the form does not need it
  }
}

/** How this game's end comes out; null where it is only told. */
export async function loadFinale(game: string): Promise<Finale | null> {
  try {
    return (await finales[`${folder(game)}/Finale.svelte`]?.()) ?? null;
  } catch {
    return null;
  }
}

/** How long games last, by what the lab has counted. */
/** How long games last, for people who take this many times as long as we guess. */
export async function loadLengths(lab: Lab, slowness = 1): Promise<GameLength[]> {
  const found = await Promise.all(GAMES.map((game) => lengths[`${folder(game)}/lengths.ts`]?.()));
  return found.flatMap((one) => one?.lengthsOf(lab, slowness) ?? []);
}

/** Draws a position of this game; null where nothing does. */
export async function loadStill(game: string): Promise<Component<StillProps> | null> {
  return (await boards[`${folder(game)}/Board.svelte`]?.())?.Still ?? null;
}

/** What finds out, in a lesson, what to touch next. */
export async function loadGuide(game: string): Promise<Guide> {
  return (await guides[`${folder(game)}/guide.ts`]?.())?.guide ?? (() => ({ touch: "", astray: false }));
}

/** What a game's story is shown by; null where there is nothing for it. */
export async function loadUnmasking(game: string): Promise<Component<UnmaskingProps> | null> {
  return (await unmaskings[`${folder(game)}/Unmasking.svelte`]?.())?.default ?? null;
}
