// One pair of eyes on a table: a connection, and what is known through it. What is told while something moves waits, so
// that the page has nothing to do meanwhile; what follows from it is asked of the server, not guessed, so it may wait.

import { Refused } from "../app/refused";
import { Connection, type OpenTransport } from "./connection";
import { afterwards } from "../pace/slices";
import type { Command, Done, Snapshot, Update, You } from "./messages";
import { begin, goOn, type Known } from "./model";

export interface FollowerEvents {
  /** Messages do not get through, or do again. */
  changed(): void;
  introduced(you: You): void;
  /** This may not be followed, for this reason. */
  refused(code: string, text: string): void;
  stranger(): void;
}

const BEHIND = 3; // updates that may wait; with more, the eldest are taken together

export class Follower {
  known: Known | null = $state.raw(null);
  /** More has happened already. */
  behind = $state(false);
  lost = $state(false);
  /** Who is connected now, by number; null: nobody has said so yet. */
  here: readonly number[] | null = $state.raw(null);
  private readonly connection: Connection;
  private inbox: (Snapshot | Update)[] = [];
  private opening: (() => void) | null = null;
  private emptied: (() => void)[] = [];

  constructor(
    table: string,
    readonly seat: number | null,
    private readonly events: FollowerEvents,
    openTransport?: OpenTransport,
  ) {
    this.connection = new Connection(
      table,
      () => this.inbox.at(-1)?.n ?? this.known?.n ?? -1,
      {
        told: (message) => this.receive(message),
        introduced: (you) => this.events.introduced(you),
        present: (people) => (this.here = people),
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

  /** Asks for something; done is it when what came of it is known here, too. */
  async do(command: Command): Promise<Done> {
    const done = await this.connection.do(command);
    if (this.opening) await new Promise<void>((resolve) => this.emptied.push(resolve));
    return done;
  }

  /** Decide for this seat, as an answer to what it is asked now. */
  decide(action: string): Promise<Done> {
    if (this.seat === null || !this.known) return Promise.reject(new Refused("seat", ""));
    return this.do({ do: "decide", seat: this.seat, action, number: this.known.n });
  }

  probe(): void {
    this.connection.probe();
  }

  retry(): void {
    this.connection.retry();
  }

  close(): void {
    this.opening?.();
    this.connection.close();
  }

  private receive(message: Snapshot | Update): void {
    if (!this.known) {
      this.take(message);
      return;
    }
    this.inbox.push(message);
    this.opening ??= afterwards(() => this.open());
    this.behind = this.inbox.length > 1;
  }

  /** What has waited longest, when there is time for it. */
  private open(): void {
    do this.take(this.inbox.shift()!);
    while (this.inbox.length > BEHIND);
    this.opening = this.inbox.length ? afterwards(() => this.open()) : null;
    this.behind = this.inbox.length > 0;
    if (!this.opening) for (const resolve of this.emptied.splice(0)) resolve();
  }

  private take(message: Snapshot | Update): void {
    if (message.t === "s") this.known = begin(message);
    else if (this.known) {
      const next = goOn(this.known, message);
      if (next) this.known = next;
      else this.connection.rejoin();
    }
  }
}
