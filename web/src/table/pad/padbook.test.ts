import { beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../../app/server/refused";
import type { Command } from "../messages/messages";
import { AGAIN_MS, GATHER_MS, Padbook } from "./padbook.svelte";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });

beforeEach(() => {
  kept.clear();
  vi.useFakeTimers();
});

function book(seat: number | null, answer: () => Promise<unknown> = async () => undefined) {
  const commands: Command[] = [];
  const looks: number[] = [];
  const made = new Padbook("t1", seat, {
    do: async (command) => {
      commands.push(command);
      await answer();
    },
    look: (since) => looks.push(since),
  });
  return { made, commands, looks };
}

test("taps are gathered and sent as one", async () => {
  const { made, commands } = book(1);
  made.mark("red", "0", "suspect");
  made.mark("red", "0", "excluded");
  made.mark("blue", "free", "sure");
  made.write("hm");
  expect(Object.fromEntries(made.marks)).toEqual({ "red/0": "excluded", "blue/free": "sure" });
  await vi.advanceTimersByTimeAsync(GATHER_MS - 1);
  expect(commands).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(commands).toEqual([
    { do: "pad", seat: 1, marks: [["red", "0", "excluded"], ["blue", "free", "sure"]], text: "hm" },
  ]);
  made.noted({ t: "notes", seat: 1, marks: [["red", "0", "excluded"], ["blue", "free", "sure"]], text: "hm" });
  expect(made.unsaved).toBe(false);
  expect(made.marks.size).toBe(2);
});

test("too fast: it is kept here and tried again; anything else is taken back", async () => {
  let error: Refused | null = new Refused("rate", "");
  const { made, commands } = book(1, async () => {
    if (error) throw error;
  });
  made.mark("red", "0", "sure");
  await vi.advanceTimersByTimeAsync(GATHER_MS);
  expect(made.marks.get("red/0")).toBe("sure");
  error = null;
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(commands.length).toBe(2);
  made.noted({ t: "notes", seat: 1, marks: [["red", "0", "sure"]] });
  error = new Refused("pad", "");
  made.mark("blue", "0", "sure");
  await vi.advanceTimersByTimeAsync(GATHER_MS);
  expect(made.trouble).toBe("pad");
  expect([...made.marks.keys()]).toEqual(["red/0"]);
});

test("a spectator's pad is kept by the browser, and no command is sent", async () => {
  const { made, commands } = book(null);
  made.mark("red", "0", "suspect");
  made.write("who?");
  await vi.advanceTimersByTimeAsync(GATHER_MS);
  expect(commands).toEqual([]);
  const again = book(null).made;
  expect([again.marks.get("red/0"), again.text]).toEqual(["suspect", "who?"]);
});

test("what is new is asked for from the last turn that is known, and only now and then", async () => {
  const { made, looks } = book(0);
  made.look();
  made.look();
  await vi.advanceTimersByTimeAsync(1000);
  made.told({ t: "pad", turns: { "1": "0red>1@2", "2": "1red>1@3" } });
  made.look();
  await vi.advanceTimersByTimeAsync(1000);
  made.told({ t: "pad", turns: { "2": "1red>1@3 1blue>2@4" } });
  expect(looks).toEqual([0, 2]);
  expect(made.turns).toEqual({ "1": "0red>1@2", "2": "1red>1@3 1blue>2@4" });
});
