// What one seat, or a spectator, knows of a table: a connection, and the newest state that it told of. Messages are read
// when nothing moves, for reading one takes 2 ms, which a frame does not have; all of them, one by one. In what order and
// how quickly they are shown is decided in pace/pace.svelte.ts alone.

import { Refused } from "../../app/server/refused";
import { afterwards } from "../../pace/slices";
import { Connection, type OpenTransport } from "./connection";
import type { Because, Command, Done, Hints, Snapshot, Update, You } from "../messages/messages";
import { begin, goOn, type Known } from "../messages/model";
import { Padbook } from "../pad/padbook.svelte";

export interface FollowerEvents {
  /** Messages do not get through, or do again. */
  changed(): void;
  introduced(you: You): void;
  /** This may not be followed, for this reason. */
  refused(code: string, text: string): void;
  stranger(): void;
}

export class Follower {
  known: Known | null = $state.raw(null);
  lost = $state(false);
  /** Who is connected now, by number; null: nobody has said so yet. */
  here: readonly number[] | null = $state.raw(null);
  readonly pad: Padbook;
  private readonly connection: Connection;
  private unread: (Snapshot | Update)[] = [];
  private reading: (() => void) | null = null;
  private readers: (() => void)[] = [];

  constructor(
    table: string,
    readonly seat: number | null,
    private readonly events: FollowerEvents,
    openTransport?: OpenTransport,
  ) {
    this.pad = new Padbook(table, seat, {
      do: (command) => this.do(command),
      look: (since) => this.connection.look(since),
    });
    this.connection = new Connection(
      table,
      () => this.unread.at(-1)?.n ?? this.known?.n ?? -1,
      {
        told: (message) => this.receive(message),
        introduced: (you) => this.events.introduced(you),
        present: (people) => (this.here = people),
        noted: (notes) => this.pad.noted(notes),
        guessed: (guesses) => this.pad.guessed(guesses),
        counted: (pad) => this.pad.told(pad),
        refused: (refusal) => this.events.refused(refusal.code, refusal.text),
        changed: (state) => {
          this.lost = state === "lost";
          this.events.changed();
        },
        stranger: () => this.events.stranger(),
      },
      openTransport,
    );
  }

  get offset(): number {
    return this.connection.offset;
  }

  join(): void {
    this.connection.join(this.seat);
  }

  /** Asks for something; when it is done, what came of it is known here, too. */
  async do(command: Command): Promise<Done> {
    const done = await this.connection.do(command);
    if (this.reading) await new Promise<void>((resolve) => this.readers.push(resolve));
    return done;
  }

  /** Decide for this seat, as an answer to what it is asked now. */
  decide(action: string): Promise<Done> {
    if (this.seat === null || !this.known) return Promise.reject(new Refused("seat", ""));
    return this.do({ do: "decide", seat: this.seat, action, number: this.known.n });
  }

  why(action: string): Promise<Because> {
    return this.connection.why(action);
  }

  hint(): Promise<Hints> {
    return this.connection.hint();
  }

  attend(looking: boolean): void {
    this.connection.attend(looking);
  }

  probe(): void {
    this.connection.probe();
  }

  retry(): void {
    this.connection.retry();
  }

  close(): void {
    this.reading?.();
    this.pad.close();
    this.connection.close();
  }

  private receive(message: Snapshot | Update): void {
    if (!this.known) {
      this.take(message);
      return;
    }
    this.unread.push(message);
    this.reading ??= afterwards(() => this.read());
  }

  /** The next message; those after it before anything else that waits for stillness. */
  private read(): void {
    this.take(this.unread.shift()!);
    this.reading = this.unread.length ? afterwards(() => this.read()) : null;
    if (!this.reading) for (const resolve of this.readers.splice(0)) resolve();
  }

  private take(message: Snapshot | Update): void {
    if (message.t === "s") this.known = begin(message, this.known);
    else if (this.known) {
      const next = goOn(this.known, message);
      if (next) this.known = next;
      else this.connection.rejoin();
    }
  }
}
