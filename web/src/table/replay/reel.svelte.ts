// A game that is over, as a film: a stream of messages for each viewpoint, and a place in it. What is known at a place is
// made of the same messages, in the same way, as at a live table.

import type { Replay, Stream } from "../messages/messages";
import { begin, goOn, type Known, type LogEntry } from "../messages/model";
import { type Line, unpackLine } from "../messages/unpack";

/** What spectators saw, what one seat saw, or everything. */
export type Viewpoint = "public" | "everything" | number;

/** A viewpoint as an address and a form name it: `public`, `everything`, `seat-2`. */
export const wordOf = (viewpoint: Viewpoint): string =>
  typeof viewpoint === "number" ? `seat-${viewpoint + 1}` : viewpoint;

/** The viewpoint of that name; the spectators' for any other. */
export function viewpointOf(word: string): Viewpoint {
  const seat = /^seat-(\d+)$/.exec(word);
  if (seat) return Number(seat[1]) - 1;
  return word === "everything" ? word : "public";
}

/** How many of these moments have come: a place among them. */
function placeOf(moments: readonly number[], moment: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle]! <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What is known after the deal and after each update of a stream, as far as that was wanted yet. */
class Frames {
  readonly #known: Known[];

  constructor(readonly stream: Stream) {
    this.#known = [begin(stream.first)];
  }

  get complete(): boolean {
    return this.#known.length > this.stream.updates.length;
  }

  at(place: number): Known {
    while (this.#known.length <= place) this.grow(1);
    return this.#known[place]!;
  }

  /** Work out this many more. */
  grow(updates: number): void {
    const start = this.#known.length - 1;
    for (const update of this.stream.updates.slice(start, start + updates)) {
      const next = goOn(this.#known.at(-1)!, update);
      if (!next) throw new Error(`update ${update.n} does not follow`);
      this.#known.push(next);
    }
  }
}

export class Reel {
  #viewpoint: Viewpoint = $state("public");
  #moment = $state(0);
  /** Counts what was no step forward: then the board is drawn anew, and acts nothing out. */
  cuts = $state(0);
  readonly #frames = new Map<Stream, Frames>();
  /** When each turn began. */
  readonly #turns: readonly number[];

  constructor(
    readonly replay: Replay,
    viewpoint: Viewpoint = "public",
    moment = 0,
  ) {
    this.#viewpoint = this.#isKnown(viewpoint) ? viewpoint : "public";
    this.#moment = Math.max(0, Math.min(replay.moments, moment));
    const { updates, moments } = replay.public;
    const turns = (index: number): boolean => (updates[index]?.p?.game as { turn?: number } | undefined)?.turn !== undefined;
    this.#turns = moments.filter((_, index) => turns(index));
  }

  get viewpoint(): Viewpoint {
    return this.#viewpoint;
  }

  /** The last moment that is shown; 0: the deal. */
  get moment(): number {
    return this.#moment;
  }

  readonly seat: number | null = $derived.by(() => (typeof this.#viewpoint === "number" ? this.#viewpoint : null));
  readonly known: Known = $derived.by(() => this.at(this.#moment));
  readonly atEnd: boolean = $derived.by(() => this.#next() === null);

  /** What this viewpoint knows at a moment. */
  at(moment: number): Known {
    const frames = this.#framesOf(this.#viewpoint);
    return frames.at(placeOf(frames.stream.moments, moment));
  }

  look(viewpoint: Viewpoint): void {
    if (viewpoint === this.#viewpoint || !this.#isKnown(viewpoint)) return;
    this.#viewpoint = viewpoint;
    this.cuts++;
  }

  /** On to what comes next, acted out. */
  step(): void {
    this.#moment = this.#next() ?? this.#moment;
  }

  jump(moment: number): void {
    const wanted = Math.max(0, Math.min(this.replay.moments, moment));
    if (wanted === this.#moment) return;
    this.#moment = wanted;
    this.cuts++;
  }

  back(): void {
    const { moments } = this.#stream(this.#viewpoint);
    this.jump(moments[placeOf(moments, this.#moment) - 2] ?? 0);
  }

  /** The next moment, or the one before, at which a turn begins; or at which one of these lines is told. */
  skip(direction: 1 | -1, keys: ReadonlySet<string> | null): void {
    const places = keys ? this.marks(keys) : this.#turns;
    const found =
      direction > 0 ? places.find((one) => one > this.#moment) : places.findLast((one) => one < this.#moment);
    this.jump(found ?? (direction > 0 ? this.replay.moments : 0));
  }

  /** Where spectators were told one of these lines. */
  marks(keys: ReadonlySet<string>): number[] {
    const { updates, moments, first } = this.replay.public;
    const has = (lines: readonly unknown[] | undefined): boolean =>
      (lines ?? []).some((line) => keys.has(unpackLine(line, first.names).key));
    return moments.filter((_, index) => has(updates[index]!.l));
  }

  /** Every line of the log, from the first to the last, as this viewpoint reads them. */
  lines(): readonly LogEntry[] {
    const { first, updates } = this.#stream(this.#viewpoint);
    const packed = [first, ...updates].flatMap((message) => message.l ?? []);
    return packed.map((line, id) => ({ id, line: unpackLine(line, first.names), fresh: false }));
  }

  /** The first line that spectators were told at a moment: the decision. */
  told(moment: number): Line | null {
    const { updates, moments, first } = this.replay.public;
    const packed = updates[moments.indexOf(moment)]?.l?.[0];
    return packed === undefined ? null : unpackLine(packed, first.names);
  }

  /** When a line of the log was told. */
  momentOf(line: number): number {
    const { first, updates, moments } = this.#stream(this.#viewpoint);
    let told = first.l?.length ?? 0;
    if (line < told) return 0;
    const found = updates.findIndex((update) => (told += update.l?.length ?? 0) > line);
    return moments[found] ?? 0;
  }

  /** Work out some more of what may be wanted next; whether there is still something to do. */
  prepare(updates: number): boolean {
    const all: Viewpoint[] = ["public", "everything", ...this.replay.by_seat.keys()];
    const next = all.map((viewpoint) => this.#framesOf(viewpoint)).find((frames) => !frames.complete);
    next?.grow(updates);
    return next !== undefined;
  }

  #isKnown(viewpoint: Viewpoint): boolean {
    return typeof viewpoint === "string" || this.replay.by_seat[viewpoint] !== undefined;
  }

  #stream(viewpoint: Viewpoint): Stream {
    return typeof viewpoint === "number" ? this.replay.by_seat[viewpoint]! : this.replay[viewpoint];
  }

  #framesOf(viewpoint: Viewpoint): Frames {
    const stream = this.#stream(viewpoint);
    const made = this.#frames.get(stream) ?? new Frames(stream);
    this.#frames.set(stream, made);
    return made;
  }

  #next(): number | null {
    const { moments } = this.#stream(this.#viewpoint);
    return moments[placeOf(moments, this.#moment)] ?? null;
  }
}
