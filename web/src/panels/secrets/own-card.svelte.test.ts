import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { OwnCard } from "../../boards/contract";
import { changing } from "../../boards/testing/changing.svelte";
import { CardHere } from "./own-card.svelte";

const RED: OwnCard = { title: "Your agent", figures: [{ word: "red", name: "Red", text: "" }], lines: [] };
let end = (): void => {};

afterEach(() => {
  end();
  localStorage.clear();
});

function lie(place: Partial<ConstructorParameters<typeof CardHere>[0]>) {
  const at = changing({ table: "t", seat: 0, card: RED, alone: false, first: false, ...place });
  let card!: CardHere;
  end = $effect.root(() => {
    card = new CardHere(at);
  });
  flushSync();
  return { at, card };
}

test("it lies open where only bots play along, and covered elsewhere", () => {
  expect(lie({ alone: true }).card.seen).toBe(true);
  end();
  expect(lie({ alone: false }).card.seen).toBe(false);
  end();
  expect(lie({ alone: true, card: null }).card.seen).toBe(false);
});

test("an update turns no card back, and the next seat's eyes have not looked", () => {
  const { at, card } = lie({});
  card.turned = true;
  card.held = true;
  at.card = { ...RED };
  at.first = true;
  flushSync();
  expect([card.turned, card.held]).toEqual([true, true]);
  at.seat = 1;
  flushSync();
  expect(card.seen).toBe(false);
});

test("it is dealt once to each seat, and lies covered until it has come", async () => {
  const { card } = lie({ alone: true, first: true });
  expect(card.seen).toBe(false);
  await vi.waitFor(() => expect(card.dealing).toBe(0));
  card.lay();
  await vi.waitFor(() => expect([card.dealing, card.seen]).toEqual([null, true]));
  end();
  expect(lie({ alone: true, first: true }).card.seen).toBe(true);
});
