import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import type { Replay } from "../messages/messages";
import { Reel } from "./reel.svelte";

const python = process.env.PYTHON ?? "../.venv/bin/python";
const PRINT = `
import msgspec, sys
from pathlib import Path
from heimlich.server.table.afterwards.replay import read_foreign_record, replay
text = Path("../tests/golden/records", sys.argv[1] + ".heimlich").read_text("utf-8")
print(msgspec.json.encode(replay(read_foreign_record(text))).decode())
`;
const load = (name: string): Replay =>
  JSON.parse(execFileSync(python, ["-c", PRINT, name], { encoding: "utf-8", maxBuffer: 2 ** 28 })) as Replay;

describe.each(["rio-grande-3", "jumbo-4"])("a recorded game, %s", (name) => {
  let replay: Replay;
  beforeAll(() => (replay = load(name)));

  test("steps lead through every update to the end, and back again", () => {
    const reel = new Reel(replay);
    expect(reel.moment).toBe(0);
    let steps = 0;
    while (!reel.atEnd) {
      reel.step();
      steps++;
    }
    expect(steps).toBe(replay.public.updates.length);
    expect(reel.cuts).toBe(0); // each of them is acted out
    expect(reel.known.picture.table.stage).toBe("over");
    while (reel.moment > 0) reel.back();
    expect(reel.known.picture).toEqual(replay.public.first.p);
  });

  test("of each moment the decision is told, as the log tells it first", () => {
    const reel = new Reel(replay);
    const lines = reel.lines();
    for (const moment of replay.public.moments.slice(0, 30)) {
      const first = lines.find(({ id }) => reel.momentOf(id) === moment);
      expect(reel.told(moment)).toEqual(first?.line ?? null);
    }
    expect(reel.told(0)).toBeNull();
    expect(reel.told(replay.moments + 1)).toBeNull();
  });

  test("a jump comes to the same as the steps there, whatever was looked at before", () => {
    const stepping = new Reel(replay);
    const jumping = new Reel(replay);
    for (let step = 0; step < 40; step++) stepping.step();
    jumping.jump(replay.moments);
    jumping.jump(stepping.moment);
    expect(jumping.known).toEqual(stepping.known);
    expect(jumping.cuts).toBe(2);
  });

  test("another viewpoint shows the same moment", () => {
    const reel = new Reel(replay, "public", Math.floor(replay.moments / 2));
    const { turn } = reel.known.picture.game!;
    for (const viewpoint of [0, 1, "everything", "public"] as const) {
      reel.look(viewpoint);
      expect(reel.seat).toBe(typeof viewpoint === "number" ? viewpoint : null);
      expect(reel.known.picture.game!.turn).toBe(turn);
      expect(reel.known.picture.revealed !== undefined).toBe(viewpoint === "everything");
      expect(reel.known.picture.game!.own !== undefined).toBe(typeof viewpoint === "number");
    }
  });

  test("what was asked for from outside is kept within the game", () => {
    expect(new Reel(replay, "public", 1e9).moment).toBe(replay.moments);
    expect(new Reel(replay, "public", -5).moment).toBe(0);
    expect(new Reel(replay, 99).viewpoint).toBe("public");
  });

  test("turns and landmarks are found from either side", () => {
    const reel = new Reel(replay);
    reel.skip(1, null);
    const first = reel.moment;
    reel.skip(1, null);
    expect(reel.moment).toBeGreaterThan(first);
    reel.skip(-1, null);
    expect(reel.moment).toBe(first);
    const keys = new Set(["scoring", "duel"]);
    const marks = reel.marks(keys);
    expect(marks.length).toBeGreaterThan(1);
    reel.jump(0);
    reel.skip(1, keys);
    expect(reel.moment).toBe(marks[0]);
    reel.jump(replay.moments);
    reel.skip(1, keys);
    expect(reel.moment).toBe(replay.moments);
  });

  test("each line of the log leads to where it was told", () => {
    const reel = new Reel(replay);
    const lines = reel.lines();
    expect(lines.map(({ id }) => id)).toEqual(lines.map((_, index) => index));
    for (const { id, line } of [lines[0]!, lines[30]!, lines.at(-1)!]) {
      reel.jump(reel.momentOf(id));
      expect(reel.known.log.some((entry) => entry.id === id && entry.line.key === line.key)).toBe(true);
    }
  });
});
