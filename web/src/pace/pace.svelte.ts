// How what is known comes onto the page: one update after the other. First the board, which acts it out; when that is
// done and nothing moves any more, what is asked and all that stands around the board. So nothing is told before it was
// seen, nobody is asked while the die still rolls, and the browser never moves things and builds others at once.

import { untrack } from "svelte";
import type { News, Part } from "../boards/contract";
import { afterwards } from "./slices";
import type { Known } from "../table/model";
import { afterFrame } from "./motion";

/** What these eyes know at some time. */
export interface Moment {
  readonly seat: number | null;
  readonly known: Known;
}

const BEHIND = 3; // updates that may wait; with more, the eldest are acted out together with the next
const NOTHING: readonly Part[] = [];

export class Pace {
  #board: Moment = $state.raw(null!);
  #around: Moment = $state.raw(null!);
  #waiting: readonly Moment[] = $state.raw([]);
  #since = $state(0); // the update that these eyes found here
  readonly #newest: () => Moment;
  #cancel: (() => void) | null = null;

  /** To be made where a component is: it follows `newest` as long as that lives. */
  constructor(newest: () => Moment) {
    this.#newest = newest;
    this.#begin(untrack(newest));
    $effect(() => {
      const next = newest();
      untrack(() => this.#take(next));
    });
    $effect(() => () => this.#cancel?.());
  }

  /** What the board shows. Other eyes see at once what is theirs, and nothing else. */
  readonly board: Known = $derived.by(() => this.#for(this.#board));
  /** What all else shows. */
  readonly around: Known = $derived.by(() => this.#for(this.#around));
  /** The updates that the board has shown, or shows now; none from before these eyes looked. */
  readonly news: readonly News[] = $derived.by(() =>
    this.#board.seat === this.#newest().seat ? this.#board.known.news.filter(({ n }) => n > this.#since) : [],
  );
  /** The board shows the newest update, or acts it out. */
  readonly settled: boolean = $derived.by(() => this.board === this.#newest().known);
  /** Something else is to be decided now than what is shown. */
  readonly late: boolean = $derived.by(() => this.around.offer !== this.#newest().known.offer);
  /** What may be decided, as soon as one has seen why. Who is not asked any more sees that at once; whose next question is
   * on its way keeps the last one before his eyes, for which it is too late. */
  readonly offer: readonly Part[] = $derived.by(() => (this.#newest().known.offer.length ? this.around.offer : NOTHING));
  /** More has happened already. */
  readonly hurried: boolean = $derived(this.#waiting.length > 0);

  #for(moment: Moment): Known {
    const newest = this.#newest();
    return moment.seat === newest.seat ? moment.known : newest.known;
  }

  #take(next: Moment): void {
    if (next.seat !== this.#board.seat) {
      this.#cancel?.();
      this.#cancel = null;
      this.#waiting = [];
      this.#begin(next);
    } else if (next.known !== (this.#waiting.at(-1) ?? this.#board).known) {
      this.#waiting = [...this.#waiting, next].slice(-BEHIND);
      if (!this.#cancel) this.#goOn();
    }
  }

  /** With these eyes all is seen at once, and what was before is no news. */
  #begin(moment: Moment): void {
    this.#board = this.#around = moment;
    this.#since = moment.known.n;
  }

  /** The next one, when nothing moves. */
  #goOn(): void {
    this.#cancel = this.#waiting.length ? afterwards(() => this.#act()) : null;
  }

  #act(): void {
    const [next, ...rest] = this.#waiting;
    this.#board = next!;
    this.#waiting = rest;
    // After a frame, when it has begun to move.
    this.#cancel = afterFrame(() => (this.#cancel = afterwards(() => this.#tell(next!))));
  }

  #tell(moment: Moment): void {
    this.#around = moment;
    // What follows from this is asked for now, and comes in slices; the next update after the last of them.
    let over = false;
    this.#cancel = () => (over = true);
    queueMicrotask(() => over || this.#goOn());
  }
}
