// The end, beat by beat: in which order it comes out, and that nothing is in the page before its beat.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import type { FinaleProps } from "../contract";
import { changing } from "../testing/changing.svelte";
import { say, seats } from "../testing/voice";
import Finale, { beats } from "./Finale.svelte";
import type { Result } from "./picture";
import { picture } from "./pictures";
import { actsOf, beatsOf, markersBefore, unmask } from "./scores/finale";

const RESULT: Result = {
  winners: [0],
  shares: [1, 0, 0],
  ending: "one-winner",
  agents: [["red"], ["blue", "violet"], ["gray"]],
  kept: [["red"], ["blue"], ["gray"]],
  dossiers: [{ blue: "2", gray: "2", green: "free" }, { red: "3" }, {}],
  dossier_points: [15, -5, 0],
};
/** Before the dossiers blue led with 44, and red had 40. */
const OVER = picture({ phase: "over", points: { blue: 39, red: 55, gray: 7, green: 12 }, result: RESULT });

let shown: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
});

function show(beat: number): FinaleProps {
  const game = OVER as unknown as FinaleProps["game"];
  const props = changing({ game, seats: seats(3), beat, still: true, say } satisfies FinaleProps);
  shown = mount(Finale, { target: document.body, props });
  flushSync();
  return props;
}
const rows = (): string[] =>
  [...document.querySelectorAll(".cast li")].map((row) => row.textContent!.replace(/\s+/g, " ").trim());
const OWNERS = /Anna|Bob|Chris|nobody/g;

test("masks come off from the last to the winner; then each dossier adds its points", () => {
  expect(actsOf(OVER)).toEqual([
    { kind: "mask", agent: "violet" },
    { kind: "mask", agent: "gray" },
    { kind: "mask", agent: "green" },
    { kind: "mask", agent: "blue" },
    { kind: "mask", agent: "red" },
    { kind: "dossier", seat: 1 },
    { kind: "dossier", seat: 2 },
    { kind: "dossier", seat: 0 },
  ]);
  expect(beats(OVER as never)).toEqual(beatsOf(OVER));
  expect(beatsOf(OVER)).toHaveLength(9);
  expect(actsOf(picture())).toEqual([]);
});

test("a free agent that is alone in front comes out last", () => {
  const result: Result = { winners: [], shares: [0, 0], ending: "free-agent", agents: [["red"], ["blue"]] };
  const acts = actsOf(picture({ points: { green: 45, red: 40, blue: 3 }, result }));
  expect(acts.at(-1)).toEqual({ kind: "mask", agent: "green" });
});

test("the markers before the dossiers are those that the last scoring left", () => {
  expect(markersBefore(OVER.points, RESULT)).toMatchObject({ blue: 44, red: 40, gray: 7, violet: 0 });
  expect(unmask(OVER.points, RESULT).map(({ agent }) => agent)).toEqual(["blue", "red", "green", "gray", "violet"]);
  const low: Result = { ...RESULT, dossier_points: [-3, 0, 0] };
  expect(markersBefore({ red: 0 }, low)).toEqual({ red: 0 }); // the floor hides how much it was
});

test("nothing is in the page before its beat", () => {
  const props = show(0);
  for (let beat = 0; beat <= 8; beat++) {
    props.beat = beat;
    flushSync();
    const owners = rows().flatMap((row) => row.match(OWNERS) ?? []);
    expect(owners).toHaveLength(Math.min(beat, 5));
    expect(document.querySelectorAll(".cast .eyes")).toHaveLength(Math.min(beat, 5)); // faces without a mask
    const large = document.querySelector(".spot")!.textContent!;
    expect(rows().some((row) => large.match(OWNERS) && row.includes(large.match(OWNERS)![0]))).toBe(beat > 0);
    expect(document.body.innerHTML).not.toMatch(/winner|♛|✓|✗|class="wins/);
    expect(rows().filter((row) => row.includes("Dossier"))).toHaveLength(Math.max(0, beat - 5));
  }
});

test("points in figures grow with the dossiers, and in the end there is a winner, with all dossiers", () => {
  const props = show(5);
  const points = (agent: string): string | undefined =>
    [...document.querySelectorAll(".cast li")]
      .find((row) => row.querySelector(".agent")?.textContent === agent)
      ?.querySelector(".points")
      ?.firstChild?.textContent?.trim();
  expect([points("Blue"), points("Red")]).toEqual(["44", "40"]);
  props.beat = 6;
  flushSync();
  expect([points("Blue"), points("Red")]).toEqual(["39", "40"]);
  expect(document.querySelector("table")).toBe(null);
  props.beat = Infinity;
  flushSync();
  expect([points("Blue"), points("Red")]).toEqual(["39", "55"]);
  expect(rows().find((row) => row.includes("winner"))).toContain("Anna");
  const table = document.querySelector("table")!.textContent!;
  expect(table).toContain("✓");
  expect(table).toContain("✗");
  expect(table).toContain("+15");
});
