// What the offer lets one do, sorted by agent and by place, so that the map can show it.

import type { Part } from "../../contract";
import type { Agent } from "../picture";

/** Everything that can be decided now. Agents are numbers, as in the notation. */
export interface Choices {
  steps: ReadonlyMap<number, readonly string[]>;
  takes: ReadonlyMap<number, readonly string[]>;
  exchanges: ReadonlyMap<number, readonly string[]>;
  drops: ReadonlySet<number>;
  /** Where each suitcase, by letter, may be put while setting up. */
  placings: ReadonlyMap<string, readonly string[]>;
  rivals: readonly string[];
  cards: readonly number[];
  losses: readonly number[];
  /** Which suitcases are still empty, the one to be filled first first, and what is left to put in. */
  packing: { letters: readonly string[]; contents: readonly string[] } | null;
  words: ReadonlySet<string>;
}

export function choicesIn(offer: readonly Part[]): Choices {
  const steps = new Map<number, readonly string[]>();
  const takes = new Map<number, readonly string[]>();
  const exchanges = new Map<number, readonly string[]>();
  const placings = new Map<string, readonly string[]>();
  const picks = new Map<string, readonly string[]>();
  const words = new Set<string>();
  let packing: Choices["packing"] = null;
  const byAgent = { step: steps, take: takes, exchange: exchanges };
  for (const part of offer) {
    if (part.kind === "say") part.words.forEach((word) => words.add(word));
    else if (part.kind === "pick") picks.set(part.verb, part.options);
    else if (part.kind === "ballot") {
      packing = { letters: part.questions.map(([letter]) => letter), contents: part.questions[0]?.[1] ?? [] };
    } else if (part.kind === "targets") {
      const things = part.groups[0] ?? [];
      if (part.verb === "place") placings.set(part.item, things);
      else if (part.verb in byAgent) byAgent[part.verb as keyof typeof byAgent].set(Number(part.item), things);
    }
  }
  const numbers = (verb: string) => (picks.get(verb) ?? []).map(Number);
  return {
    steps,
    takes,
    exchanges,
    drops: new Set(numbers("drop")),
    placings,
    rivals: picks.get("fight") ?? [],
    cards: numbers("duel"),
    losses: numbers("lose"),
    packing,
    words,
  };
}

/** Whether exactly this action is offered now. */
export function isOffered(offer: readonly Part[], action: string): boolean {
  const [verb, ...rest] = action.split(" ");
  return offer.some((part) => {
    if (part.kind === "say") return rest.length === 0 && part.words.includes(verb ?? "");
    if (part.kind === "distribute" || part.verb !== verb) return false;
    if (part.kind === "pick") return rest.length === 1 && part.options.includes(rest[0] ?? "");
    const [item, thing] = rest;
    if (rest.length !== 2) return false;
    if (part.kind === "targets") return part.item === item && (part.groups[0] ?? []).includes(thing ?? "");
    const [letter, contents] = part.questions[0] ?? ["", []];
    return letter === item && contents.includes(thing ?? "");
  });
}

/** The agents that can step or handle luggage. */
export function movable(choices: Choices): ReadonlySet<number> {
  return new Set([...choices.steps.keys(), ...choices.takes.keys(), ...choices.exchanges.keys(), ...choices.drops]);
}

/** Of agents that are alike, an offer names only the first: the one that speaks for this agent, or null if none does. */
export function spokesman(named: ReadonlySet<number>, own: readonly Agent[], number: number): number | null {
  if (named.has(number)) return number;
  const speaker = own.find((one) => one.number === number)?.speaker;
  return speaker !== undefined && named.has(speaker) ? speaker : null;
}
