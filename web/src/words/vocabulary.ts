// What the words of an offer are called in the reader's language. The words themselves are notation, and which of them
// is an agent, a place or a card follows from the verb: here, and nowhere else in the page.

import { canSay, page, say } from "./language.svelte";
import type { GamePicture } from "../table/model";

export interface Vocabulary {
  /** A heading for a decision: "Move agents". */
  verb(verb: string): string;
  /** A word that is said by itself: yes, pass, end. */
  said(word: string): string;
  /** What a decision is made with: a card, an agent of one's own. */
  item(verb: string, item: string): string;
  /** More about it, if there is more to say. */
  itemText(verb: string, item: string): string;
  /** What can be chosen. */
  option(verb: string, option: string, item: string): string;
  amount(amount: string): string;
  question(verb: string, question: string): string;
  /** The agent of Heimlich & Co. that a word names, for its badge. */
  agent(verb: string, word: string, item: string): string;
}

export interface Around {
  readonly game: string;
  readonly picture: GamePicture;
  readonly seat: number | null;
  readonly names: readonly string[];
}

function either(key: string, otherwise: string): string {
  return canSay(key) ? say(key) : otherwise;
}

function shared(game: string): Pick<Vocabulary, "verb" | "said" | "itemText" | "agent"> {
  return {
    verb: (verb) => either(`page.verb.${game}.${verb}`, verb),
    said: (word) => either(`page.said.${game}.${word}`, word),
    itemText: () => "",
    agent: () => "",
  };
}

function steps(amount: string): string {
  const n = Number(amount);
  return page(n < 0 ? "steps-back" : "steps-forward", { n: Math.abs(n) });
}

function heimlichCo({ names }: Around): Vocabulary {
  const game = "heimlich-co";
  const agent = (word: string): string => either(`${game}.agent.${word}`, word);
  const place = (word: string): string => either(`${game}.place.${word}`, word);
  const isPlace = (verb: string, item: string): boolean => verb === "safe" || item === "move-safe";
  return {
    ...shared(game),
    item: (_, item) => either(`${game}.card.${item}`, item),
    itemText: (_, item) => either(`${game}.card-text.${item}`, ""),
    option: (verb, option, item) => {
      if (isPlace(verb, item)) return place(option);
      if (verb !== "name") return agent(option);
      return names[Number(option) - 1] ?? either(`${game}.answer.${option}`, option);
    },
    amount: steps,
    question: (_, question) => page("dossier-question", { agent: agent(question) }),
    agent: (verb, word, item) => (isPlace(verb, item) || !canSay(`${game}.agent.${word}`) ? "" : word),
  };
}

function suitcases({ picture, seat }: Around): Vocabulary {
  const game = "suitcases";
  const own = (picture.colours as readonly string[] | undefined)?.[seat ?? 0] ?? "";
  const colour = (word: string): string => either(`${game}.colour.${word}`, word);
  const place = (word: string): string => either(`${game}.place.${word}`, word);
  const suitcase = (word: string): string => {
    const [name = "", letter = ""] = word.split("-");
    return say(`${game}.suitcase`, { colour: colour(name), letter });
  };
  const content = (word: string): string =>
    word === "bomb" ? say(`${game}.bomb`) : say(`${game}.secrets`, { n: Number(word) });
  const agent = (number: string): string => say(`${game}.agent`, { colour: colour(own), number });
  const standing = (number: string): string => {
    const key = `${seat}-${number}`;
    const at = (picture.at as Record<string, string> | undefined)?.[key];
    const load = (picture.loads as Record<string, string> | undefined)?.[key];
    if (!at) return "";
    return load ? page("standing-with", { place: place(at), suitcase: suitcase(load) }) : place(at);
  };
  return {
    ...shared(game),
    item: (verb, item) => (verb === "place" ? suitcase(`${own}-${item}`) : agent(item)),
    itemText: (verb, item) => (verb === "place" ? "" : standing(item)),
    option: (verb, option) => {
      if (verb === "step" || verb === "place") return place(option);
      if (verb === "take" || verb === "exchange") return suitcase(option);
      if (verb === "pack") return content(option);
      if (verb === "duel") return option;
      if (verb !== "fight") return `${agent(option)}${standing(option) ? ` (${standing(option)})` : ""}`;
      const [name = "", number = ""] = option.split("-");
      return say(`${game}.agent`, { colour: colour(name), number });
    },
    amount: steps,
    question: (_, question) => page("pack-question", { suitcase: suitcase(`${own}-${question}`) }),
  };
}

const KNOWN: Readonly<Record<string, (around: Around) => Vocabulary>> = { "heimlich-co": heimlichCo, suitcases };

export function vocabularyOf(around: Around): Vocabulary {
  const known = KNOWN[around.game];
  if (known) return known(around);
  const itself = (_: string, word: string): string => word;
  return { ...shared(around.game), item: itself, option: itself, question: itself, amount: (amount) => amount };
}
