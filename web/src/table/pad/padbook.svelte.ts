// The pad of one seat, or of a spectator: what everyone can count, asked for while somebody looks at it; and the
// reader's own marks. Those of a seat are kept by the server, with the seat; those of a spectator by this browser.
//
// Taps are gathered before they are sent: a row of the table's log for each would be too much.

import { Refused } from "../../app/server/refused";
import { cellKey, type Mark, type Marks } from "./marks";
import type { Command, OwnGuesses, Pad, PadGrid, PadNotes } from "../messages/messages";

export const GATHER_MS = 2500;
export const AGAIN_MS = 10_000;
const LOOK_MS = 300;
const KEY = "heimlich.pads";
const KEPT = 12; // pads of a spectator, the latest tables

type Turns = Readonly<Record<string, string>>;
type Sums = NonNullable<Pad["before"]>;
type Stored = Readonly<Record<string, { marks: Record<string, Mark>; text: string }>>;

export interface Wire {
  do(command: Command): Promise<unknown>;
  look(since: number): void;
}

export interface Clock {
  set(action: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

const realClock: Clock = {
  set: (action, ms) => setTimeout(action, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

export class Padbook {
  grids: readonly PadGrid[] = $state.raw([]);
  turns: Turns = $state.raw({});
  before: Sums = $state.raw({});
  /** The answer that the server gives to some questions; "": one is asked. */
  standing = $state("");
  /** The turn in which one asked for that. */
  standingSince = $state(0);
  /** The code of the last refusal; "" if the last change was kept. */
  trouble = $state("");
  /** For a spectator: the agents among which one may guess; none where there is nobody to unmask. */
  guessable: readonly string[] = $state.raw([]);
  /** What a spectator has guessed, as the server has it. */
  guesses: Readonly<Record<string, string>> = $state.raw({});
  named = $state(false);
  private kept: Marks = $state.raw(new Map());
  private keptText = $state("");
  private fresh: ReadonlyMap<string, Mark | ""> = $state.raw(new Map()); // not sent yet …
  private sent: ReadonlyMap<string, Mark | ""> = $state.raw(new Map()); // … or on its way
  private freshText: string | null = $state(null);
  private timer: unknown = null;
  private looking: unknown = null;
  private sending = false;
  private readonly waiting: (() => void)[] = []; // for the grids

  readonly marks: Marks = $derived.by(() => {
    const all = new Map<string, Mark>(this.kept);
    for (const changes of [this.sent, this.fresh])
      for (const [key, mark] of changes) {
        if (mark) all.set(key, mark);
        else all.delete(key);
      }
    return all;
  });
  readonly text: string = $derived(this.freshText ?? this.keptText);
  /** Something is not kept yet. */
  readonly unsaved: boolean = $derived(this.fresh.size + this.sent.size > 0 || this.freshText !== null);

  constructor(
    private readonly table: string,
    readonly seat: number | null,
    private readonly wire: Wire,
    private readonly clock: Clock = realClock,
  ) {
    if (seat === null) this.recall();
  }

  // What comes from the server

  told(pad: Pad): void {
    this.grids = pad.grids ?? [];
    this.turns = { ...this.turns, ...pad.turns };
    this.before = pad.before ?? {};
    this.guessable = pad.guess ?? [];
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  noted(notes: PadNotes): void {
    this.kept = new Map((notes.marks ?? []).map(([row, column, mark]) => [cellKey(row, column), mark as Mark]));
    this.keptText = notes.text ?? "";
    this.standing = notes.standing ?? "";
    this.standingSince = notes.turn ?? 0;
  }

  guessed({ agents = {}, named = false }: OwnGuesses): void {
    this.guesses = agents;
    this.named = named;
  }

  /** Ask what there is to count by now; not more often than anybody can read it. */
  look(): void {
    this.looking ??= this.clock.set(() => {
      this.looking = null;
      this.wire.look(Math.max(0, ...Object.keys(this.turns).map(Number)));
    }, LOOK_MS);
  }

  /** The grids, asked for if need be. */
  async known(): Promise<readonly PadGrid[]> {
    if (!this.grids.length) {
      this.look();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    return this.grids;
  }

  // What the reader does

  mark(row: string, column: string, mark: Mark | ""): void {
    this.fresh = new Map([...this.fresh, [cellKey(row, column), mark]]);
    this.changed();
  }

  write(text: string): void {
    this.freshText = text;
    this.changed();
  }

  async instruct(kind: string): Promise<void> {
    if (this.seat !== null) await this.wire.do({ do: "instruct", seat: this.seat, kind });
  }

  /** Guess, as a spectator, which agent a seat has ("": none), and say whether one may be named with one's guesses. */
  async guess(guesses: readonly (readonly [seat: number, agent: string])[], named: boolean): Promise<void> {
    await this.wire.do({ do: "guess", guesses, named });
  }

  async show(): Promise<void> {
    if (this.seat !== null) await this.wire.do({ do: "show-pad", seat: this.seat });
  }

  private changed(): void {
    this.trouble = "";
    if (this.seat === null) this.store();
    else this.timer ??= this.clock.set(() => void this.flush(), GATHER_MS);
  }

  /** Send what was gathered. */
  async flush(): Promise<void> {
    this.clock.clear(this.timer);
    this.timer = null;
    if (this.seat === null || this.sending || (!this.fresh.size && this.freshText === null)) return;
    const [changes, text] = [this.fresh, this.freshText];
    [this.sent, this.fresh, this.sending] = [changes, new Map(), true];
    const marks = [...changes].map(([key, mark]) => [...key.split("/"), mark] as unknown as [string, string, string]);
    try {
      await this.wire.do({ do: "pad", seat: this.seat, marks, ...(text === null ? {} : { text }) });
      if (this.freshText === text) this.freshText = null;
    } catch (error) {
      this.failed(error, changes, text);
    } finally {
      this.sent = new Map();
      this.sending = false;
    }
    if ((this.fresh.size || this.freshText !== null) && this.timer === null && !this.trouble)
      this.timer = this.clock.set(() => void this.flush(), GATHER_MS);
  }

  private failed(error: unknown, changes: ReadonlyMap<string, Mark | "">, text: string | null): void {
    const code = error instanceof Refused ? error.code : "server";
    if (code === "closed") return;
    if (code === "rate" || code === "store" || code === "busy") {
      this.fresh = new Map([...changes, ...this.fresh]);
      this.timer = this.clock.set(() => void this.flush(), AGAIN_MS);
      return;
    }
    this.trouble = code;
    if (this.freshText === text) this.freshText = null;
  }

  close(): void {
    void this.flush();
    this.clock.clear(this.timer);
    this.clock.clear(this.looking);
  }

  // A spectator's own storage

  private static stored(): Stored {
    try {
      return (JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {}) as Stored;
    } catch {
      return {};
    }
  }

  private recall(): void {
    const own = Padbook.stored()[this.table];
    if (!own) return;
    this.kept = new Map(Object.entries(own.marks ?? {}));
    this.keptText = own.text ?? "";
  }

  private store(): void {
    [this.kept, this.keptText] = [this.marks, this.text];
    [this.fresh, this.freshText] = [new Map(), null];
    const others = Object.entries(Padbook.stored()).filter(([table]) => table !== this.table);
    const all = [...others, [this.table, { marks: Object.fromEntries(this.kept), text: this.keptText }]].slice(-KEPT);
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
    } catch {
      // no storage: it is there until the page is closed
    }
  }
}
