// What to touch next in a lesson. Agents, buildings, words that are said and steps of a card are named as in the notation;
// the other controls are `card <card>`, `confirm`, `reset` and `stay`.

import type { Spend } from "../../table/offer/arrange";
import type { Aim } from "../../table/offer/targets";
import type { Guide, Hint } from "../contract";

interface Arranged {
  readonly spend?: Spend;
  readonly aim?: Aim | null;
  readonly place?: string | null;
  readonly notes?: Readonly<Record<string, string>>;
}

const on = (touch: string): Hint => ({ touch, astray: false });
const back = (touch: string): Hint => ({ touch, astray: true });

/** `move red 2 blue 3` as points by agent. */
function walks(words: readonly string[]): Spend {
  return Object.fromEntries(words.flatMap((word, i) => (i % 2 ? [] : [[word, Number(words[i + 1])] as const])));
}

function move(words: readonly string[], spend: Spend): Hint {
  if (words[0] === "nothing") return Object.keys(spend).length ? back("reset") : on("stay");
  const wanted = walks(words);
  if (Object.entries(spend).some(([agent, points]) => points > (wanted[agent] ?? 0))) return back("reset");
  return on(Object.keys(wanted).find((agent) => (spend[agent] ?? 0) < wanted[agent]!) ?? "confirm");
}

function play([item = "", ...words]: readonly string[], aim: Aim | null): Hint {
  if (aim?.item !== item) return aim ? back("reset") : on(`card ${item}`);
  const amount = words.find((word) => /^[+-]\d$/.test(word)) ?? null;
  const wanted = words.filter((word) => word !== amount);
  const other = aim.chosen.find((word, i) => (item === "join-agent" ? wanted[i] !== word : !wanted.includes(word)));
  if (other !== undefined) return back(other);
  const missing = wanted.find((word) => !aim.chosen.includes(word));
  if (missing !== undefined) return on(missing);
  return amount !== null && aim.amount !== amount ? on(amount) : on("confirm");
}

/** The answers of a dossier are ticked one by one and handed in together. */
function dossier(answers: readonly string[], notes: Readonly<Record<string, string>>): Hint {
  for (const [at, answer] of answers.entries()) {
    const [verb, agent = "", owner] = answer.split(" ");
    if (verb === "name" && notes[agent] !== owner) return { touch: answer, astray: agent in notes, at };
  }
  return { touch: "hand-in", astray: false, at: answers.findLastIndex((answer) => answer.startsWith("name ")) };
}

export const guide: Guide = (actions, draft) => {
  const [action = ""] = actions;
  const [verb = "", ...words] = action.split(" ");
  const { spend = {}, aim = null, place = null, notes = {} } = draft as Arranged;
  if (verb === "move") return move(words, spend);
  if (verb === "play") return play(words, aim);
  if (verb === "safe") return place === words[0] ? on("confirm") : { touch: words[0]!, astray: place !== null };
  if (verb === "name") return dossier(actions, notes);
  return aim ? back("reset") : on(action); // a word that is said
};
