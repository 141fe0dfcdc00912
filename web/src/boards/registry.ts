// The boards by game: each a chunk of its own, loaded when a table of that game is opened. A game without a board is
// played by form.

import type { Component } from "svelte";
import type { BoardProps } from "./contract";

const boards = import.meta.glob<{ default: Component<BoardProps> }>("./*/Board.svelte");

export async function loadBoard(game: string): Promise<Component<BoardProps> | null> {
  const load = boards[`./${game.replaceAll("-", "_")}/Board.svelte`];
  try {
    return load ? (await load()).default : null;
  } catch {
    return null; // the server has a newer one by now, or does not answer: the form does not need it
  }
}
