// Whole games of the server's: what the board makes of their offers and events is right in every moment.

import { expect, test, vi } from "vitest";
import { meaningOfAgent, meaningOfPlace, readyIn } from "./desk/meaning";
import { choicesIn, isOffered } from "./desk/offers";
import { routesFrom } from "./desk/routes";
import { told } from "./stage/scenes";
import { atlases, games, moments, situationIn } from "./games";

vi.setConfig({ testTimeout: 30_000 }); // whole games, maybe on a busy machine

/** Every action that the board can send for the choices it has found. */
function said(moment: (typeof moments)[number]): string[] {
  const choices = choicesIn(moment.offer);
  const pairs = (verb: string, map: ReadonlyMap<unknown, readonly string[]>) =>
    [...map].flatMap(([item, things]) => things.map((thing) => `${verb} ${String(item)} ${thing}`));
  return [
    ...choices.words,
    ...pairs("step", choices.steps),
    ...pairs("take", choices.takes),
    ...pairs("exchange", choices.exchanges),
    ...pairs("place", choices.placings),
    ...[...choices.drops].map((number) => `drop ${number}`),
    ...choices.rivals.map((rival) => `fight ${rival}`),
    ...choices.cards.map((card) => `duel ${card}`),
    ...choices.losses.map((number) => `lose ${number}`),
    ...(choices.packing?.contents.map((content) => `pack ${choices.packing?.letters[0]} ${content}`) ?? []),
  ];
}

test("the board finds every action of every offer, and no other", () => {
  const verbs = new Set<string>();
  for (const moment of moments) {
    expect(said(moment).sort()).toEqual([...moment.actions].sort());
    for (const action of moment.actions) {
      expect(isOffered(moment.offer, action)).toBe(true);
      verbs.add(action.split(" ")[0]!);
    }
  }
  expect([...verbs].sort().join(" ")).toBe("drop duel end exchange leave lose pack place station stay step take");
});

test("every route begins with a step that is offered and follows lines", () => {
  let far = 0;
  for (const { game, offer } of moments) {
    const atlas = atlases[game.map]!;
    for (const part of offer) {
      if (part.kind !== "targets" || part.verb !== "step") continue;
      const number = Number(part.item);
      const routes = routesFrom(atlas, game, number, part.groups[0]!);
      for (const place of part.groups[0]!) expect(routes.get(place)).toEqual([place]);
      for (const [goal, route] of routes) {
        expect(route.at(-1)).toBe(goal);
        expect(isOffered(offer, `step ${number} ${route[0]}`)).toBe(true);
        const way = [game.at[`0-${number}`]!, ...route];
        way.slice(1).forEach((place, index) => expect(atlas.neighbours.get(way[index]!)).toContain(place));
        if (route.length > 1) far += 1;
      }
    }
  }
  expect(far).toBeGreaterThan(500);
});

test("every step and every placing can be tapped, and no tap says what is not offered", () => {
  const tapped = new Set<string>();
  for (const moment of moments.filter((_, index) => index % 4 === 0)) {
    const choices = choicesIn(moment.offer);
    const goals = [...choices.steps.keys()].map((agent) => [agent, ""] as const);
    const letters = [...choices.placings.keys()].map((letter) => [null, letter] as const);
    for (const [active, letter] of [...goals, ...letters, [null, ""] as const]) {
      const here = situationIn(moment, active, letter);
      const meanings = [
        ...[...here.atlas.places.keys()].map((place) => meaningOfPlace(here, place)),
        ...here.agents.map(({ id }) => meaningOfAgent(here, id)),
      ];
      for (const meaning of meanings) {
        if (meaning.kind === "select") expect(readyIn(here).has(`0-${meaning.agent}`)).toBe(true);
        const action =
          meaning.kind === "act"
            ? meaning.action
            : meaning.kind === "walk"
              ? `step ${meaning.agent} ${meaning.route[0]}`
              : null;
        if (action) {
          expect(isOffered(moment.offer, action)).toBe(true);
          if (meaning.kind === "act" || (meaning.kind === "walk" && meaning.route.length === 1))
            tapped.add(`${moments.indexOf(moment)} ${action}`);
        }
      }
    }
    for (const action of moment.actions) {
      if (/^(step|place) /.test(action)) expect(tapped.has(`${moments.indexOf(moment)} ${action}`)).toBe(true);
    }
  }
  expect(tapped.size).toBeGreaterThan(300);
});

test("every duel and every delivery is shown, and the winner is who stays", () => {
  let [duels, opened] = [0, 0];
  for (const game of games) {
    game.slice(1).forEach(({ game: after, events }, index) => {
      const before = game[index]!.game;
      const { scenes } = told(before, after, events);
      expect(scenes).toHaveLength(events.filter((event) => /^(opened|duel revealed)|: lose/.test(event)).length);
      for (const scene of scenes) {
        if (scene.kind === "opened") opened += 1;
        if (scene.kind !== "duel") continue;
        duels += 1;
        const winner = scene.won ? scene.attacker : scene.defender;
        const city = before.at[`${scene.attacker.seat}-${scene.attacker.number}`];
        expect(after.at[`${winner.seat}-${winner.number}`]).toBe(city);
      }
    });
  }
  expect(duels).toBeGreaterThan(20);
  expect(opened).toBeGreaterThan(8);
});
