// What a lesson lights or tells about comes into view by itself, below the coach, and stays there while the page still
// grows: until the reader scrolls. How much the coach covers is the document's scroll padding (Coach.svelte).

import { caughtUp } from "../../pace/slices";

const OWN_SCROLLING = ["wheel", "touchmove"] as const;
const PATIENCE_MS = 600; // so long after a reader has scrolled, the page may
const AGAIN_MS = 120;
const MOST_TRIES = 80; // of a control that is still being drawn

let scrolledAt = -Infinity;

/** Look after the first of these that can be seen, from now on; gives what ends it. */
export function keepInView(selector: string, isStill: () => boolean): () => void {
  const ending = new AbortController();
  let observer: IntersectionObserver | undefined;
  const end = (): void => {
    observer?.disconnect();
    ending.abort();
  };
  for (const kind of OWN_SCROLLING) {
    addEventListener(kind, noteScrolling, { passive: true, signal: ending.signal });
  }

  function noteScrolling(): void {
    scrolledAt = performance.now();
    if (observer) end(); // it has been in view; where the reader goes from there is theirs to say
  }

  async function begin(): Promise<void> {
    await caughtUp();
    for (let tries = 0; tries < MOST_TRIES && !ending.signal.aborted; tries++) {
      const found = performance.now() - scrolledAt < PATIENCE_MS ? undefined : findShown(selector);
      if (found) return observe(found);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  function observe(element: Element): void {
    const { scrollPaddingTop } = getComputedStyle(document.documentElement);
    const top = Number.parseFloat(scrollPaddingTop) || 0;
    observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry || entry.intersectionRatio > 0.98 || !element.isConnected) return;
        const behavior = isStill() ? "instant" : "smooth";
        const below = boardTop(element, top);
        if (below !== null) scrollBy({ top: below - top, behavior });
        else element.scrollIntoView({ block: "nearest", inline: "nearest", behavior });
      },
      { rootMargin: `-${Math.floor(top)}px 0px 0px 0px`, threshold: [0, 0.5, 0.99] },
    );
    observer.observe(element);
  }

  void begin();
  return end;
}

const BOARD = ".scene, .map-box";
const MARGIN = 8; // pixels below what is lit

/** Where the board begins, if all of it down to this element fits below the coach; else null. */
function boardTop(element: Element, top: number): number | null {
  const board = [...document.querySelectorAll(BOARD)].find((one) => one.getClientRects().length > 0)?.getBoundingClientRect();
  const { top: from, bottom: to } = element.getBoundingClientRect();
  return board && board.top <= from && to - board.top + MARGIN <= innerHeight - top ? board.top : null;
}

/** A hidden box is shown by its label. */
function findShown(selector: string): Element | undefined {
  const all = [...document.querySelectorAll(selector)].map((one) => one.closest("label") ?? one);
  return all.find((one) => one.getClientRects().length > 0);
}
