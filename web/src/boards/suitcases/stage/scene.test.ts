// A scene in its three acts: nothing of a later act is in the page.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import { changing } from "../../testing/changing.svelte";
import { say, seats } from "../../testing/voice";
import { position } from "../small";
import { wordsOf } from "../words";
import SceneView from "./Scene.svelte";
import type { Act, Shown } from "./stage.svelte";

let shown: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
});

function show(scene: Shown): (act: Act) => string {
  const words = wordsOf(say, seats(2));
  const tell = (key: string, agent: string): string => say(`suitcases.${key}`, { agent });
  const props = changing({ scene, act: 0 as Act, picture: position(), still: true, words, tell });
  shown = mount(SceneView, { target: document.body, props });
  return (act) => {
    props.act = act;
    flushSync();
    return document.body.innerHTML;
  };
}

test("of a duel first the backs of the cards are seen, then their faces, then who won", () => {
  const attacker = { seat: 0, number: 1 };
  const defender = { seat: 1, number: 1 };
  const at = show({ kind: "duel", place: "b", attacker, defender, attack: 4, defence: 2, won: true, out: true });
  const slips = (): (string | null)[] => [...document.querySelectorAll(".slip")].map((slip) => slip.textContent);
  expect(at(0)).not.toMatch(/wins|out of the game|lost/);
  expect(slips()).toEqual(["", ""]);
  expect(at(1)).not.toMatch(/wins|out of the game|lost/);
  expect(slips()).toEqual(["4", "2"]);
  expect(at(2)).toMatch(/wins/);
});

test("a suitcase is closed before it shows what is inside", () => {
  const at = show({ kind: "opened", suitcase: "blue-A", content: "bomb", seat: 0, place: "hq-red" });
  expect(at(0)).not.toMatch(/bomb|inside"/);
  expect(at(1)).toMatch(/bomb/);
});
