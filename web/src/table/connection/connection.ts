// One socket to the server for one pair of eyes. It joins, follows, comes back by itself after a loss with the number of
// the last update it has, and sends every command until it is answered: the same id is not done twice.

import { linkTo } from "../../app/router/base";
import { Refused } from "../../app/server/refused";
import { type Because, type Command, type ClientMessage, type Done, type Hints, PROTOCOL, type Refusal, type ServerMessage } from "../messages/messages";
import type { OwnGuesses, Pad, PadNotes, Snapshot, Update, You } from "../messages/messages";

/** What carries texts; a WebSocket in the browser, something else in tests. */
export interface Transport {
  send(text: string): void;
  close(): void;
}

export interface TransportEvents {
  opened(): void;
  received(text: string): void;
  closed(code: number): void;
}

/** `table` is what the transport is for: a proxy before several processes sends all sockets of a table to one. */
export type OpenTransport = (events: TransportEvents, table: string) => Transport;

export interface Timers {
  now(): number;
  set(action: () => void, ms: number): unknown;
  clear(timer: unknown): void;
  random(): number;
}

export interface Events {
  /** A snapshot or an update came. */
  told(message: Snapshot | Update): void;
  /** Who one is at the table; it comes before the first snapshot, and when it changes. */
  introduced(you: You): void;
  /** Who is connected to the table now, by number. */
  present(people: readonly number[]): void;
  /** The private part of this seat's pad: it comes after joining, and when it changes. */
  noted(notes: PadNotes): void;
  guessed?(guesses: OwnGuesses): void;
  /** What everyone can count, as was asked for. */
  counted(pad: Pad): void;
  /** Something that was no command of ours was refused, joining for example. */
  refused(refusal: Refusal): void;
  /** Whether messages get through now. */
  changed(state: "open" | "lost"): void;
  /** The server does not know who this is: `retry` once it does. */
  stranger(): void;
}

export const NO_GUEST = 4401;
export const PING_MS = 15_000;
export const SILENCE_MS = 8_000;
export const FIRST_WAIT_MS = 250;
export const LONGEST_WAIT_MS = 8_000;

type Answer = Done | Because | Hints;

interface Pending {
  readonly text: string;
  resolve(answer: Answer): void;
  reject(error: Refused): void;
}

const browserTimers: Timers = {
  now: () => Date.now(),
  set: (action, ms) => setTimeout(action, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  random: () => Math.random(),
};

/** A name that nobody else chooses; `crypto.randomUUID` is not there without https. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((number) => number.toString(36)).join("-");
}

/** A WebSocket to this page's own server. */
export function openSocket(events: TransportEvents, table: string): Transport {
  const address = new URL(linkTo(`/api/socket?table=${encodeURIComponent(table)}`));
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  socket.onopen = () => events.opened();
  socket.onmessage = (message) => events.received(String(message.data));
  socket.onclose = (event) => events.closed(event.code);
  return { send: (text) => socket.send(text), close: () => socket.close() };
}

export class Connection {
  /** The server's clock minus ours, in ms. */
  offset = 0;
  private transport: Transport | null = null;
  private open = false;
  private over = false;
  private waits = 0;
  private timer: unknown = null;
  private pinging: unknown = null;
  private pending = new Map<string, Pending>();
  private audience: { seat: number | null } | null = null;
  private sent = 0;
  private looking = true;

  constructor(
    private readonly table: string,
    private readonly last: () => number,
    private readonly events: Events,
    private readonly openTransport: OpenTransport = openSocket,
    private readonly timers: Timers = browserTimers,
    private readonly newId: () => string = randomId,
  ) {
    this.connect();
  }

  /** Follow the table with these eyes, now and after every loss of the connection. */
  join(seat: number | null): void {
    this.audience = { seat };
    if (this.open) this.sendJoin();
  }

  /** Ask for everything anew. */
  rejoin(): void {
    if (this.open) this.sendJoin(-1);
  }

  /** Carry a command out; resolved when it is on disk, rejected with `Refused`. */
  do(command: Command): Promise<Done> {
    return this.send<Done>((id) => ({ t: "do", id, table: this.table, command }));
  }

  /** Ask why this seat may not take an action now; "": what it is asked. */
  why(action: string): Promise<Because> {
    return this.send<Because>((id) => ({ t: "why", id, action }));
  }

  /** Ask what a careful player would look at. */
  hint(): Promise<Hints> {
    return this.send<Hints>((id) => ({ t: "hint", id }));
  }

  /** Send it until it is answered. */
  private send<A extends Answer>(message: (id: string) => ClientMessage): Promise<A> {
    const id = this.newId();
    const text = JSON.stringify(message(id));
    return new Promise((resolve, reject) => {
      this.pending.set(id, { text, resolve: resolve as (answer: Answer) => void, reject });
      if (this.open) this.transport?.send(text);
    });
  }

  /** Ask what everyone can count, from that turn on. */
  look(since: number): void {
    if (this.open) this.transport?.send(JSON.stringify({ t: "look", since } satisfies ClientMessage));
  }

  /** Say whether someone is looking at this page, now and after every loss of the connection. */
  attend(looking: boolean): void {
    this.looking = looking;
    if (this.open) this.sendLooking();
  }

  private sendLooking(): void {
    this.transport?.send(JSON.stringify({ t: "looking", looking: this.looking } satisfies ClientMessage));
  }

  /** Try again at once: the network is back, or someone is looking again. */
  retry(): void {
    if (this.over || this.open) return;
    this.waits = 0;
    this.connect();
  }

  /** Look whether the other side is still there, as after a sleep. */
  probe(): void {
    if (this.open) this.ping();
    else this.retry();
  }

  close(): void {
    this.over = true;
    this.timers.clear(this.timer);
    this.timers.clear(this.pinging);
    this.drop();
    for (const { reject } of this.pending.values()) reject(new Refused("closed", ""));
    this.pending.clear();
  }

  private connect(): void {
    this.timers.clear(this.timer);
    this.drop();
    const events = {
      opened: () => this.transport === transport && this.opened(),
      received: (text: string) => this.transport === transport && this.received(text),
      closed: (code: number) => this.transport === transport && this.lost(code),
    };
    const transport = this.openTransport(events, this.table);
    this.transport = transport;
  }

  private drop(): void {
    const old = this.transport;
    this.transport = null;
    this.open = false;
    old?.close();
  }

  private opened(): void {
    this.open = true;
    if (!this.looking) this.sendLooking();
    if (this.audience) this.sendJoin();
    for (const { text } of this.pending.values()) this.transport?.send(text);
    this.ping();
    this.events.changed("open");
  }

  private lost(code: number): void {
    this.drop();
    this.timers.clear(this.pinging);
    if (this.over) return;
    this.events.changed("lost");
    if (code === NO_GUEST) {
      this.events.stranger();
      return;
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.waits++);
    this.timer = this.timers.set(() => this.connect(), wait * (0.75 + this.timers.random() / 2));
  }

  private sendJoin(last = this.last()): void {
    const seat = this.audience?.seat ?? null;
    const message: ClientMessage = { t: "join", protocol: PROTOCOL, table: this.table, seat, last };
    this.transport?.send(JSON.stringify(message));
  }

  /** Every so often, and give the connection up if no answer comes. */
  private ping(): void {
    this.timers.clear(this.pinging);
    this.sent = this.timers.now();
    this.transport?.send(JSON.stringify({ t: "ping", id: "p" } satisfies ClientMessage));
    this.pinging = this.timers.set(() => this.lost(0), SILENCE_MS);
  }

  private received(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    this.waits = 0;
    switch (message.t) {
      case "u":
      case "s":
        this.events.told(message);
        break;
      case "you":
        this.events.introduced(message);
        break;
      case "here":
        this.events.present(message.people);
        break;
      case "guesses":
        this.events.guessed?.(message);
        break;
      case "notes":
        this.events.noted(message);
        break;
      case "pad":
        this.events.counted(message);
        break;
      case "done":
      case "because":
      case "hints":
        this.take(message.id)?.resolve(message);
        break;
      case "refused":
        this.refuse(message);
        break;
      case "pong": {
        const now = this.timers.now();
        this.offset = message.at - (this.sent + now) / 2;
        this.timers.clear(this.pinging);
        this.pinging = this.timers.set(() => this.ping(), PING_MS);
      }
    }
  }

  private refuse(message: Refusal): void {
    const pending = this.take(message.id);
    if (pending) pending.reject(new Refused(message.code, message.text, message.rule, message.line));
    else this.events.refused(message);
  }

  private take(id: string): Pending | undefined {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    return pending;
  }
}
