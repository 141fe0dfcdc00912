// Who is asked, as the list of players tells it.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import { hurry } from "../../pace/slices";
import type { Picture } from "../../table/messages/model";
import type { Room } from "../../table/room/room.svelte";
import { seats } from "../../boards/testing/voice";
import Seats from "./Seats.svelte";

let shown: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
});

function asked(me: Picture["me"]): number {
  const table = { terms: { game: "heimlich-co", seats: 2 }, stage: "playing", seats: { 0: { who: 1 }, 1: { who: 2 } }, people: {} };
  const game = { phase: "ask", turn: 1, seat: 0, awaited: [0, 1] };
  const room = { seat: 0, mine: [0], offset: 0, isAway: () => false } as unknown as Room;
  const picture = { table, game, ...(me && { me }) } as unknown as Picture;
  shown = mount(Seats, { target: document.body, props: { room, picture, seats: seats(2), plain: true } });
  flushSync();
  hurry();
  return document.querySelectorAll("li.asked").length;
}

test("both are asked until they answer", () => expect(asked(undefined)).toBe(2));

test("who has answered is not shown as asked, although the others are not to know that", () =>
  expect(asked({ held: "yes" })).toBe(1));
