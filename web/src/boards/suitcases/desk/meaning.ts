// What a tap on the map means now. Pure: the board carries it out.

import type { Atlas } from "../map/atlas";
import type { Mark } from "../map/marks";
import { movable, spokesman, type Choices } from "./offers";
import type { Agent, Picture } from "../picture";
import { routesFrom } from "./routes";

/** All that decides what a tap means. */
export interface Situation {
  atlas: Atlas;
  picture: Picture;
  choices: Choices;
  /** One's own agents that are in the game. */
  own: readonly Agent[];
  agents: readonly Agent[];
  /** The agent that is chosen, as the offer names it. */
  active: number | null;
  /** The suitcase that is to be put into a city. */
  letter: string;
}

export type Meaning =
  | { kind: "act"; action: string }
  | { kind: "walk"; agent: number; route: readonly string[] }
  | { kind: "select"; agent: number }
  | { kind: "inspect"; place: string };

/** Where the chosen agent seems able to go. */
export function routesIn({ atlas, picture, choices, active }: Situation): ReadonlyMap<string, readonly string[]> {
  const first = active === null ? undefined : choices.steps.get(active);
  return active === null || !first ? new Map() : routesFrom(atlas, picture, active, first);
}

/** What is marked on the map: cities for a suitcase, or where the chosen agent can go. */
export function marksIn(situation: Situation): Map<string, Mark> {
  const { choices, letter, picture } = situation;
  const marks = new Map<string, Mark>();
  for (const place of choices.placings.get(letter) ?? []) marks.set(place, { kind: "open", steps: 1 });
  for (const [place, route] of routesIn(situation)) {
    const kind = picture.stops?.includes(place) ? "duel" : route.length > 1 ? "far" : "near";
    marks.set(place, { kind, steps: route.length });
  }
  return marks;
}

/** The agents that can be chosen on the map, those that are like one that is offered included. */
export function readyIn({ choices, own, agents }: Situation): ReadonlySet<string> {
  const named = choices.losses.length ? new Set(choices.losses) : movable(choices);
  const ready = new Set(own.filter(({ number }) => spokesman(named, own, number) !== null).map(({ id }) => id));
  for (const agent of agents) if (rival(choices, agent)) ready.add(agent.id);
  return ready;
}

export function meaningOfPlace(situation: Situation, place: string): Meaning {
  const { choices, letter, own, active } = situation;
  if (choices.placings.get(letter)?.includes(place)) return { kind: "act", action: `place ${letter} ${place}` };
  const route = routesIn(situation).get(place);
  if (route && active !== null) return { kind: "walk", agent: active, route };
  const named = movable(choices);
  const here = own.filter((agent) => agent.place === place);
  const numbers = [...new Set(here.flatMap(({ number }) => spokesman(named, own, number) ?? []))];
  if (!numbers.length) return { kind: "inspect", place };
  const after = active === null ? -1 : numbers.indexOf(active); // the one after it, so that Enter goes through all
  return { kind: "select", agent: numbers[(after + 1) % numbers.length] as number };
}

export function meaningOfAgent(situation: Situation, id: string): Meaning {
  const { choices, agents, own, active } = situation;
  const agent = agents.find((one) => one.id === id);
  if (!agent) return { kind: "inspect", place: "" };
  const fought = rival(choices, agent);
  if (fought) return { kind: "act", action: `fight ${fought}` };
  const speaker = own.includes(agent) ? spokesman(movable(choices), own, agent.number) : null;
  if (speaker === null) return meaningOfPlace(situation, agent.place);
  // The chosen agent could step here, but it is another one's head that was tapped: the card asks which was meant.
  if (active !== speaker && routesIn(situation).has(agent.place)) return { kind: "inspect", place: agent.place };
  return { kind: "select", agent: speaker };
}

/** How the offer names an opponent that can be fought, or one that stands for it. */
function rival(choices: Choices, { colour, speaker }: Agent): string | null {
  const name = `${colour}-${speaker}`;
  return choices.rivals.includes(name) ? name : null;
}
