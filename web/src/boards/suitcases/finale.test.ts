// The end, beat by beat: no suitcase shows what is inside before its owner's beat, unless everyone has seen it.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import type { FinaleProps } from "../contract";
import { changing } from "../testing/changing.svelte";
import { say, seats } from "../testing/voice";
import Finale, { beats, opening } from "./Finale.svelte";
import { games } from "./games";

let shown: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
});

const ends = games.map((game) => game.at(-1)!.game).filter(({ result }) => result);

test.each(ends.map((game, index) => [index, game] as const))("the suitcases of game %i are opened in turn", (_, game) => {
  const order = opening(game);
  const { winners, contents } = game.result!;
  expect(order.slice(order.length - winners.length).toSorted()).toEqual([...winners].toSorted());
  const props = changing({
    game: game as unknown as FinaleProps["game"],
    seats: seats(game.colours.length),
    beat: 0,
    still: true,
    say,
  } satisfies FinaleProps);
  expect(beats(props.game)).toHaveLength(order.length + 1);
  shown = mount(Finale, { target: document.body, props });
  const delivered = Object.values(game.delivered).flatMap(Object.keys);
  for (const beat of [...order.keys(), order.length, Infinity]) {
    props.beat = beat;
    flushSync();
    const known = game.colours.flatMap((colour, seat) =>
      Object.keys(contents[seat]!)
        .map((letter) => `${colour}-${letter}`)
        .filter((suitcase) => beat === Infinity || order.indexOf(seat) < beat || delivered.includes(suitcase)),
    );
    expect(document.querySelectorAll(".inside")).toHaveLength(known.length);
    expect(document.querySelectorAll(".crown")).toHaveLength(beat === Infinity ? winners.length : 0);
  }
});
