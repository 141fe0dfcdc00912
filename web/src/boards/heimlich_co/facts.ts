// What Heimlich & Co. says of itself around its board.

import type { Around, Figure, GameFacts, Unmasked, Vocabulary } from "../contract";
import type { GamePicture } from "../../table/messages/model";
import { canSay, page, say, sayList } from "../../words/language/language.svelte";
import { either, plainVocabulary, steps } from "../../words/game/vocabulary";
import { howTo } from "./howto";
import AgentBadge from "./pieces/AgentBadge.svelte";
import { type Own, type Picture, placeWord } from "./picture";
import { recap } from "./recap";

const GAME = "heimlich-co";
const read = (game: GamePicture): Picture => game as unknown as Picture;
const agentName = (agent: string): string => say(`${GAME}.agent.${agent}`);

function vocabulary({ names, picture }: Around): Vocabulary {
  const { at } = picture as Partial<Picture>;
  const place = (number: number): string => say(`${GAME}.place.${placeWord(number)}`);
  const there = (word: string): string[] =>
    Object.keys(at ?? {}).filter((one) => placeWord(at?.[one] ?? 0) === word).map(agentName);
  const agent = (word: string): string => either(`${GAME}.agent.${word}`, word);
  const isPlace = (verb: string, item: string): boolean => verb === "safe" || item === "move-safe";
  return {
    ...plainVocabulary(GAME),
    item: (_, item) => either(`${GAME}.card.${item}`, item),
    itemText: (_, item) => either(`${GAME}.card-text.${item}`, ""),
    option: (verb, option, item) => {
      if (isPlace(verb, item)) return either(`${GAME}.place.${option}`, option);
      if (verb !== "name") return agent(option);
      return names[Number(option) - 1] ?? either(`${GAME}.answer.${option}`, option);
    },
    leadsTo: (verb, word, item, amount) => {
      if (isPlace(verb, item)) return sayList(there(word));
      const from = verb === "name" ? undefined : at?.[word];
      if (from === undefined) return "";
      return amount ? `${place(from)} → ${place(from + amount)}` : place(from);
    },
    amount: steps,
    question: (_, question) => page("dossier-question", { agent: agent(question) }),
    Badge: AgentBadge,
    badge: (verb, word, item) => (isPlace(verb, item) || !canSay(`${GAME}.agent.${word}`) ? "" : word),
  };
}

function stateWords(game: GamePicture): string[] {
  const { at, points, safe, cards } = read(game);
  const place = (number: number): string => say(`${GAME}.place.${placeWord(number)}`);
  return [
    page("state.safe", { place: place(safe) }),
    ...Object.entries(at).map(([agent, number]) =>
      page("state.agent", { agent: agentName(agent), place: place(number), n: points[agent] ?? 0 }),
    ),
    ...(cards ? [page("state.supply", { n: cards.supply ?? 0 })] : []),
  ];
}

function seatFacts(game: GamePicture, seat: number): string[] {
  const { cards, dossier, phase } = read(game);
  const facts: string[] = [];
  if (cards?.hands) facts.push(page("cards-in-hand", { n: cards.hands[seat] ?? 0 }));
  if (cards?.doubles?.[seat]) facts.push(page("double-agent"));
  if (phase === "dossier" && dossier?.written?.[seat]) facts.push(page("dossier-written"));
  return facts;
}

function standing(game: GamePicture, seat: number, name: string): { n: number; text: string } {
  const { points, result } = read(game);
  const agents = (result?.kept ?? result?.agents)?.[seat] ?? [];
  const told = agents.map((agent) => `${agentName(agent)} (${points[agent] ?? 0})`);
  return {
    n: Math.max(...agents.map((agent) => points[agent] ?? 0)),
    text: say(`${GAME}.reveal`, { seat: name, agents: sayList(told) }),
  };
}

function unmask(game: GamePicture, revealed: readonly object[] | undefined): readonly Unmasked[] | null {
  const { points = {}, result } = read(game);
  const identities = result?.agents ?? revealed?.map((own) => (own as Partial<Own>).agents ?? []);
  if (!identities?.some((agents) => agents.length)) return null;
  const earned = result?.dossier_points;
  const figure = (word: string): Figure => ({ word, name: agentName(word), text: String(points[word] ?? 0) });
  return identities.map((agents, seat) => ({
    figures: agents.map(figure),
    text: "",
    note: earned ? page("dossier-points", { n: earned[seat] ?? 0 }) : "",
  }));
}

/** The rules that answer what may be done in a phase. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  move: ["H9", "H10"],
  safe: ["H12"],
  ask: ["T6", "T9"],
  cards: ["T9", "T8"],
  dossier: ["D1", "D3"],
  over: ["H15", "H16"],
};

export const facts: GameFacts = {
  game: GAME,
  hasPad: true,
  quickSeats: 4,
  howTo,
  rulesNow: (game) => RULES[read(game).phase ?? ""] ?? [],
  editions: {
    "rio-grande": "Rio Grande",
    escale: "Escale",
    cie: "Heimlich & Cie",
    engine: "Engine",
    "engine-1.0.1": "Engine 1.0.1",
  },
  landmarks: new Set(["scoring", "halt", "halt-again", "last-round", "over", "over-limit"]),
  asOthersSee: { "identity-own": "identity-dealt", "card-own": "card-drawn", "double-own": "double-taken" },
  Badge: AgentBadge,
  isLandscape: true,
  Emblem: null,
  Holdings: null,
  vocabulary,
  stateWords,
  seatFacts,
  ownCard: (own) => ({
    title: page("your-identity"),
    figures: ((own as Partial<Own>).agents ?? []).map((word) => ({
      word,
      name: agentName(word),
      text: "",
    })),
    lines: [],
  }),
  hand: (own) =>
    ((own as Partial<Own>).hand ?? []).map((card) => ({
      name: say(`${GAME}.card.${card}`),
      text: say(`${GAME}.card-text.${card}`),
    })),
  standing,
  recap,
  unmask,
};
