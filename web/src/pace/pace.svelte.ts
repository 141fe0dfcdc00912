// How what is known comes onto the page: one update after the other. First the board, which acts it out; when that is
// done and nothing moves any more, what is asked and all that stands around the board. So nothing is told before it was
// seen, nobody is asked while the die still rolls, and the browser never moves things and builds others at once.
//
// What others did stays for a while before the next of it comes (tempo.ts), and can be held: paused, or turn by turn.
// What the reader decides is never held back.
//
// The end is veiled: when the board has acted it out, all else waits until the unmasking was seen (`unveil`).

import { untrack } from "svelte";
import type { News, Part } from "../boards/contract";
import { afterwards } from "./slices";
import type { Known } from "../table/messages/model";
import { afterFrame } from "./motion";
import { behind, restMs, stretch, type Timing } from "./tempo";

/** What these eyes know at some time. */
export interface Moment {
  readonly seat: number | null;
  readonly known: Known;
}

const LIVE: Timing = { tempo: "live", still: false };
const NOTHING: readonly Part[] = [];
const DECIDED = /^(\d+): /;

const turnIn = ({ known }: Moment): number | undefined => known.picture.game?.turn;

/** Updates of one moment that were not known in another, earlier one. */
const newsBetween = (earlier: Moment, later: Moment): readonly News[] =>
  later.known.news.filter(({ n }) => n > earlier.known.n);

/** Who decided what leads from one moment to another; null: nobody. */
function deciderBetween(earlier: Moment, later: Moment): number | null {
  for (const { events } of newsBetween(earlier, later))
    for (const event of events) {
      const decided = DECIDED.exec(event);
      if (decided) return Number(decided[1]) - 1;
    }
  return null;
}

/** Somebody has won, or nobody: there is something to unmask. */
const hasEnded = ({ known }: Moment): boolean => Boolean(known.picture.game?.result);

export class Pace {
  #board: Moment = $state.raw(null!);
  #around: Moment = $state.raw(null!);
  #waiting: readonly Moment[] = $state.raw([]);
  #since = $state(0); // the update that these eyes found here
  #gate = $state(false); // a turn is over, and the next one is shown when it is asked for
  #wished = $state(false); // the next turn was asked for before there was one
  #paused = $state(false);
  #veiled: Moment | null = $state.raw(null); // the end, before it is told
  readonly #newest: () => Moment;
  readonly #timing: () => Timing;
  #ready = 0; // when the next update of others may be shown
  #cancel: (() => void) | null = null;

  /** To be made where a component is: it follows `newest` as long as that lives. */
  constructor(newest: () => Moment, timing: () => Timing = () => LIVE) {
    this.#newest = newest;
    this.#timing = timing;
    this.#begin(untrack(newest));
    $effect(() => {
      const next = newest();
      untrack(() => this.#take(next));
    });
    $effect(() => {
      const { tempo } = timing();
      untrack(() => {
        if (tempo !== "step") this.#gate = this.#wished = false;
        if (tempo === "live") this.#paused = false;
        this.#ready = 0;
        this.#stop();
        this.#resume();
      });
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
  /** More has happened already, and it is not to be kept waiting. */
  readonly hurried: boolean = $derived.by(() => this.#waiting.length > 0 && behind(this.#timing().tempo) < 4);
  /** How long motion takes, as a share of what it was designed to take. */
  readonly stretch: number = $derived.by(() => stretch(this.#timing().tempo));
  /** The seat whose decision the board acts out now; null: it shows what all else shows, or nobody decided that. */
  readonly actor: number | null = $derived.by(() =>
    this.#board === this.#around ? null : deciderBetween(this.#around, this.#board),
  );
  /** The board acts something out that is not told yet. */
  readonly acting: boolean = $derived.by(() => this.board !== this.around);
  /** The end, acted out on the board and not yet told: it is unmasked now. Nothing else goes on until `unveil`. */
  readonly veiled: Known | null = $derived.by(() =>
    this.#veiled && this.#veiled.seat === this.#newest().seat ? this.#veiled.known : null,
  );
  /** The reader lets the bots wait. */
  readonly paused: boolean = $derived(this.#paused);
  /** A turn is over, and the next one comes when the reader asks for it. */
  readonly gated: boolean = $derived(this.#gate);

  /** Show nothing more of what others do, until `goOn`. */
  pause(): void {
    this.#paused = true;
    this.#stop();
  }

  /** Show the next turn, or, after a pause, whatever comes. */
  goOn(): void {
    if (!this.#paused && untrack(this.#timing).tempo === "step") this.#wished = !this.#gate;
    this.#paused = this.#gate = false;
    this.#ready = 0;
    this.#resume();
  }

  #for(moment: Moment): Known {
    const newest = this.#newest();
    return moment.seat === newest.seat ? moment.known : newest.known;
  }

  #take(next: Moment): void {
    if (next.seat !== this.#board.seat) {
      this.#stop();
      this.#waiting = [];
      this.#begin(next);
    } else if (next.known !== (this.#waiting.at(-1) ?? this.#board).known) {
      this.#waiting = [...this.#waiting, next].slice(-behind(this.#timing().tempo));
      this.#resume();
    }
  }

  /** With these eyes all is seen at once, and what was before is no news. */
  #begin(moment: Moment): void {
    this.#board = this.#around = moment;
    this.#veiled = null;
    this.#since = moment.known.n;
    this.#gate = this.#wished = false;
    this.#ready = 0;
  }

  /** Go on, unless it goes on already. */
  #resume(): void {
    if (!this.#cancel) this.#continue();
  }

  /** Takes back what was planned, but not what is being acted out. */
  #stop(): void {
    if (this.#board !== this.#around && this.#board.seat === this.#newest().seat) return;
    this.#cancel?.();
    this.#cancel = null;
  }

  /** The next one, when nothing moves and the last one was seen for long enough. */
  #continue(): void {
    const next = this.#waiting[0];
    this.#cancel = null;
    if (!next) return;
    if (!this.#isOthers(next)) {
      this.#cancel = afterwards(() => this.#act());
      return;
    }
    if (this.#paused || this.#gate) return;
    const wait = this.#ready - performance.now();
    if (wait <= 0) this.#cancel = afterwards(() => this.#act());
    else {
      const timer = setTimeout(() => this.#continue(), wait);
      this.#cancel = () => clearTimeout(timer);
    }
  }

  /** Whether others caused what comes next: only that can wait. */
  #isOthers(next: Moment): boolean {
    const events = newsBetween(this.#board, next).flatMap((one) => one.events);
    const own = next.seat === null ? "" : `${next.seat + 1}: `;
    return events.length > 0 && !(own && events.some((event) => event.startsWith(own)));
  }

  #act(): void {
    const [next, ...rest] = this.#waiting;
    const before = this.#board;
    const others = this.#isOthers(next!);
    this.#board = next!;
    this.#waiting = rest;
    // After a frame, when it has begun to move.
    this.#cancel = afterFrame(() => (this.#cancel = afterwards(() => this.#tell(before, next!, others))));
  }

  /** The unmasking was seen, or nobody wants to see it: the end is told. */
  unveil(): void {
    const moment = this.#veiled;
    this.#veiled = null;
    if (moment) this.#show(moment);
  }

  #tell(before: Moment, moment: Moment, others: boolean): void {
    if (hasEnded(moment) && !hasEnded(this.#around)) {
      this.#veiled = moment;
      this.#cancel = () => {}; // what comes meanwhile waits
      return;
    }
    this.#rest(before, moment, others);
    this.#show(moment);
  }

  #show(moment: Moment): void {
    this.#around = moment;
    // What follows from this is asked for now, and comes in slices; the next update after the last of them.
    let over = false;
    this.#cancel = () => (over = true);
    queueMicrotask(() => over || this.#continue());
  }

  /** What was shown stays; turn by turn, it does so until the next one is asked for. */
  #rest(before: Moment, moment: Moment, others: boolean): void {
    const timing = this.#timing();
    const endsTurn = turnIn(before) !== turnIn(moment);
    const ms = others ? restMs(timing, endsTurn) : 0;
    this.#ready = ms && performance.now() + ms;
    if (timing.tempo !== "step" || !endsTurn || moment.known.offer.length || moment.known.picture.game?.result) return;
    this.#gate = !this.#wished;
    this.#wished = false;
  }
}
