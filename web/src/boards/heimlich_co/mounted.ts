// The whole board in a document, and ways to touch it as people do.

import { flushSync, mount, unmount } from "svelte";
import type { BoardProps, Part } from "../contract";
import Board from "./Board.svelte";
import type { Picture } from "./picture";
import { hurry } from "../../pace/slices";
import { changing } from "../testing/changing.svelte";
import { say, seats } from "../testing/voice";

let board: ReturnType<typeof mount> | undefined;

export async function clear(): Promise<void> {
  if (board) await unmount(board);
  board = undefined;
  document.body.replaceChildren();
}

/** Shows a picture; what is sent is collected, and the properties can be changed afterwards. */
export function show(
  game: Picture,
  offer: Part[] = [],
  more: Partial<BoardProps> = {},
): { props: BoardProps; sent: string[] } {
  const sent: string[] = [];
  const props = changing({
    game: game as unknown as BoardProps["game"],
    seat: 0,
    seats: seats(3),
    terms: { game: "heimlich-co", edition: "rio-grande", seats: 3 },
    offer,
    act: (action: string) => {
      sent.push(action);
      return Promise.resolve();
    },
    busy: false,
    hurried: false,
    news: [],
    highlight: new Set<string>(),
    peek: false,
    still: true,
    say,
    ...more,
  } satisfies BoardProps);
  board = mount(Board, { target: document.body, props });
  flushSync();
  hurry();
  return { props, sent };
}

export const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
export const text = (): string => document.body.textContent ?? "";

export const button = (name: RegExp): HTMLButtonElement =>
  all("button").find((found) => name.test(found.textContent ?? "")) as HTMLButtonElement;

const hit = (is: (label: string) => boolean): SVGRectElement =>
  all("rect[role=button]").find((found) => is(found.getAttribute("aria-label") ?? "")) as SVGRectElement;
export const agent = (name: string): SVGRectElement => 
  hit((label) => label.toLowerCase().startsWith(`${name},`));
export const place = (name: string): SVGRectElement => hit((label) => label.split(";")[0] === name);

export function tap(element: Element): void {
  element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  flushSync();
}

export function press(element: Element, key: string): void {
  element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync();
}
