import { beforeEach, describe, expect, test } from "vitest";
import {
  Connection,
  FIRST_WAIT_MS,
  LONGEST_WAIT_MS,
  NO_GUEST,
  PING_MS,
  SILENCE_MS,
  type Timers,
  type TransportEvents,
} from "./connection";
import { Refused } from "../../app/server/refused";
import type { ServerMessage } from "../messages/messages";

/** Time that passes when it is told to. */
class Clock implements Timers {
  at = 1000;
  private waiting = new Map<number, { when: number; action: () => void }>();
  private next = 1;
  now = (): number => this.at;
  random = (): number => 0.5; // waits are exactly as long as they say
  set = (action: () => void, ms: number): number => {
    this.waiting.set(this.next, { when: this.at + ms, action });
    return this.next++;
  };
  clear = (timer: unknown): void => void this.waiting.delete(timer as number);
  pass(ms: number): void {
    const end = this.at + ms;
    for (;;) {
      const due = [...this.waiting].filter(([, one]) => one.when <= end).sort((a, b) => a[1].when - b[1].when)[0];
      if (!due) break;
      this.waiting.delete(due[0]);
      this.at = due[1].when;
      due[1].action();
    }
    this.at = end;
  }
}

interface Wire {
  events: TransportEvents;
  sent: Record<string, unknown>[];
  closed: boolean;
}

let clock: Clock;
let wires: Wire[];
let told: ServerMessage[];
let states: string[];
let refused: string[];
let people: number[];
let here: readonly number[];
let strangers: number;
let last: number;
let connection: Connection;

const wire = (): Wire => wires.at(-1)!;
const say = (message: ServerMessage): void => wire().events.received(JSON.stringify(message));
const kinds = (): unknown[] => wire().sent.map((message) => message.t);

beforeEach(() => {
  clock = new Clock();
  wires = [];
  told = [];
  states = [];
  refused = [];
  people = [];
  here = [];
  strangers = 0;
  last = -1;
  let ids = 0;
  connection = new Connection(
    "t1",
    () => last,
    {
      told: (message) => told.push(message),
      introduced: ({ number }) => people.push(number),
      present: (now) => (here = now),
      noted: () => undefined,
      counted: () => undefined,
      refused: ({ code }) => refused.push(code),
      changed: (state) => states.push(state),
      stranger: () => strangers++,
    },
    (events) => {
      const made: Wire = { events, sent: [], closed: false };
      wires.push(made);
      return { send: (text) => made.sent.push(JSON.parse(text) as never), close: () => (made.closed = true) };
    },
    clock,
    () => `id${++ids}`,
  );
});

test("joins when it is open, with the last update it has", () => {
  connection.join(2);
  expect(wire().sent).toEqual([]);
  last = 7;
  wire().events.opened();
  expect(wire().sent[0]).toEqual({ t: "join", protocol: 1, table: "t1", seat: 2, last: 7 });
  say({ t: "u", n: 8 });
  expect(told).toEqual([{ t: "u", n: 8 }]);
});

describe("commands", () => {
  test("are resolved when they are done, and rejected with what was said against them", async () => {
    wire().events.opened();
    const done = connection.do({ do: "start" });
    const wrong = connection.do({ do: "sit", seat: 1 });
    say({ t: "refused", id: "id2", code: "seat", text: "seat 2 is taken" });
    say({ t: "done", id: "id1" });
    expect((await done).id).toBe("id1");
    await expect(wrong).rejects.toMatchObject({ code: "seat", message: "seat 2 is taken" });
    await expect(wrong).rejects.toBeInstanceOf(Refused);
  });

  test("that were not answered are sent again by the same id, after joining", async () => {
    connection.join(0);
    wire().events.opened();
    const done = connection.do({ do: "decide", seat: 0, action: "pass", number: 3 });
    wire().events.closed(1006);
    const later = connection.do({ do: "watch" });
    clock.pass(FIRST_WAIT_MS);
    wire().events.opened();
    expect(kinds()).toEqual(["join", "do", "do", "ping"]);
    expect(
      wire()
        .sent.slice(1, 3)
        .map(({ id }) => id),
    ).toEqual(["id1", "id2"]);
    say({ t: "done", id: "id1" });
    say({ t: "done", id: "id2" });
    await Promise.all([done, later]);
    wire().events.closed(1006);
    clock.pass(FIRST_WAIT_MS);
    wire().events.opened();
    expect(kinds()).toEqual(["join", "ping"]);
  });
});

describe("a lost connection", () => {
  test("is sought again, at longer and longer intervals, and at once when asked to", () => {
    expect(wires).toHaveLength(1);
    let wait = FIRST_WAIT_MS;
    for (let tries = 1; tries < 9; tries++) {
      wire().events.closed(1006);
      clock.pass(wait - 1);
      expect(wires).toHaveLength(tries);
      clock.pass(1);
      expect(wires).toHaveLength(tries + 1);
      wait = Math.min(LONGEST_WAIT_MS, wait * 2);
    }
    wire().events.closed(1006);
    connection.retry();
    expect(wires).toHaveLength(10);
    clock.pass(60_000);
    expect(wires).toHaveLength(10);
  });

  test("starts with short waits again once a message has come through", () => {
    for (let tries = 0; tries < 4; tries++) {
      wire().events.closed(1006);
      clock.pass(LONGEST_WAIT_MS);
    }
    wire().events.opened();
    say({ t: "pong", id: "p", at: 0 });
    const before = wires.length;
    wire().events.closed(1006);
    clock.pass(FIRST_WAIT_MS);
    expect(wires).toHaveLength(before + 1);
  });

  test("is noticed by silence", () => {
    wire().events.opened();
    say({ t: "pong", id: "p", at: 0 });
    clock.pass(PING_MS);
    expect(kinds()).toEqual(["ping", "ping"]);
    clock.pass(SILENCE_MS);
    expect(states).toEqual(["open", "lost"]);
    expect(wires[0]!.closed).toBe(true);
    clock.pass(FIRST_WAIT_MS);
    expect(wires).toHaveLength(2);
  });

  test("what an old transport still says is not heard", () => {
    wire().events.opened();
    const old = wire().events;
    old.closed(1006);
    clock.pass(FIRST_WAIT_MS);
    old.received(JSON.stringify({ t: "u", n: 1 }));
    old.closed(1006);
    expect(told).toEqual([]);
    clock.pass(60_000);
    expect(wires).toHaveLength(2);
  });
});

test("a stranger is told so, and nothing is tried before he is known", () => {
  wire().events.opened();
  wire().events.closed(NO_GUEST);
  clock.pass(60_000);
  expect([strangers, wires.length]).toEqual([1, 1]);
  connection.retry();
  expect(wires).toHaveLength(2);
});

test("what was refused without being a command of ours is passed on", () => {
  wire().events.opened();
  say({ t: "refused", id: "", code: "protocol", text: "this server speaks version 2" });
  expect(refused).toEqual(["protocol"]);
});

test("one is told who one is", () => {
  wire().events.opened();
  say({ t: "you", number: 3, seats: [1] });
  expect(people).toEqual([3]);
});

test("the server's clock is known from the pong", () => {
  clock.at = 10_000;
  wire().events.opened();
  clock.pass(100);
  say({ t: "pong", id: "p", at: 60_050 });
  expect(connection.offset).toBe(50_000);
});

test("a closed connection stays closed, and what was waited for is rejected", async () => {
  wire().events.opened();
  const waiting = connection.do({ do: "watch" });
  connection.close();
  await expect(waiting).rejects.toMatchObject({ code: "closed" });
  clock.pass(60_000);
  expect(wires).toHaveLength(1);
  expect(wire().closed).toBe(true);
});

test("who is connected is passed on, and counts as no update", () => {
  connection.join(1);
  wire().events.opened();
  wire().events.received(JSON.stringify({ t: "here", people: [1, 3] }));
  expect(here).toEqual([1, 3]);
  expect(told).toEqual([]);
});

test("that nobody looks is said at once, and again after a loss; that someone does, once", () => {
  connection.join(1);
  wire().events.opened();
  connection.attend(false);
  expect(wire().sent.at(-1)).toEqual({ t: "looking", looking: false });
  wire().events.closed(1006);
  clock.pass(FIRST_WAIT_MS);
  wire().events.opened();
  expect(kinds().slice(0, 2)).toEqual(["looking", "join"]); // first: whoever comes back unseen must not count as there
  connection.attend(true);
  expect(wire().sent.at(-1)).toEqual({ t: "looking", looking: true });
  wire().events.closed(1006);
  clock.pass(LONGEST_WAIT_MS);
  wire().events.opened();
  expect(kinds()).not.toContain("looking");
});
