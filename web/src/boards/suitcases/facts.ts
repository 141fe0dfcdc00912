// What the suitcase game says of itself around its board.

import type { Around, GameFacts, Unmasked, Vocabulary } from "../contract";
import type { GamePicture } from "../../table/messages/model";
import { page, say, sayHeaded, sayList } from "../../words/language/language.svelte";
import { either, plainVocabulary, steps } from "../../words/game/vocabulary";
import Emblem from "./pieces/Emblem.svelte";
import Holdings from "./panels/Holdings.svelte";
import { howTo } from "./howto";
import { agentId, type Own, partsOf, type Picture } from "./picture";
import PieceBadge from "./pieces/PieceBadge.svelte";
import { recap } from "./recap";

const GAME = "suitcases";
const read = (game: GamePicture): Partial<Picture> => game as unknown as Partial<Picture>;
const colourName = (colour: string): string => either(`${GAME}.colour.${colour}`, colour);
const placeName = (place: string): string => either(`${GAME}.place.${place}`, place);
const agentName = (colour: string, number: string): string =>
  say(`${GAME}.agent`, { colour: colourName(colour), number });
const contentName = (content: string): string =>
  content === "bomb" ? say(`${GAME}.bomb`) : say(`${GAME}.secrets`, { n: Number(content) });

function suitcaseName(suitcase: string): string {
  const { colour, letter } = partsOf(suitcase);
  return say(`${GAME}.suitcase`, { colour: colourName(colour ?? ""), letter });
}

/** Where an agent stands, and with what; "" for one that is out. */
function standingOf({ at, loads }: Partial<Picture>, agent: string): string {
  const [place, load] = [at?.[agent], loads?.[agent]];
  if (!place) return "";
  if (!load) return placeName(place);
  return page("standing-with", { place: placeName(place), suitcase: suitcaseName(load) });
}

function vocabulary({ picture, seat }: Around): Vocabulary {
  const game = read(picture);
  const own = game.colours?.[seat ?? 0] ?? "";
  const standing = (number: string): string => standingOf(game, agentId(seat ?? -1, Number(number)));
  /** What an agent that goes to a place finds there. */
  const finds = (place: string, walker: string): string[] => {
    const load = game.loads?.[agentId(seat ?? -1, Number(walker))];
    if (place.startsWith("hq-")) return load ? [page("leads-to.home", { suitcase: suitcaseName(load) })] : [];
    const rivals = Object.keys(game.at ?? {}).filter((id) => game.at?.[id] === place && !id.startsWith(`${seat}-`));
    const names = rivals.map((id) => id.split("-")).map(([of, n]) => agentName(game.colours?.[Number(of)] ?? "", n ?? ""));
    const lying = Object.entries(game.lying ?? {}).flatMap(([word, where]) => (where === place ? [suitcaseName(word)] : []));
    return [
      ...(names.length ? [page("leads-to.duel", { agents: sayList(names) })] : []),
      ...(lying.length ? [page("leads-to.things", { things: sayList(lying) })] : []),
    ];
  };
  return {
    ...plainVocabulary(GAME),
    item: (verb, item) => (verb === "place" ? suitcaseName(`${own}-${item}`) : agentName(own, item)),
    itemText: (verb, item) => (verb === "place" ? "" : standing(item)),
    option: (verb, option) => {
      if (verb === "step" || verb === "place") return placeName(option);
      if (verb === "take" || verb === "exchange") return suitcaseName(option);
      if (verb === "pack") return contentName(option);
      if (verb === "duel") return option;
      if (verb !== "fight") return `${agentName(own, option)}${standing(option) ? ` (${standing(option)})` : ""}`;
      const [colour = "", number = ""] = option.split("-");
      return agentName(colour, number);
    },
    leadsTo: (verb, word, item) => (verb === "step" ? finds(word, item).join(" · ") : ""),
    amount: steps,
    question: (_, question) => page("pack-question", { suitcase: suitcaseName(`${own}-${question}`) }),
  };
}

function stateWords(game: GamePicture): string[] {
  const picture = read(game);
  const agents = Object.keys(picture.at ?? {}).map((name) => {
    const [seat = "0", number = ""] = name.split("-");
    return sayHeaded(agentName(picture.colours?.[Number(seat)] ?? "", number), standingOf(picture, name));
  });
  const lying = Object.entries(picture.lying ?? {}).map(([word, where]) =>
    page("state.lying", { suitcase: suitcaseName(word), place: placeName(where) }),
  );
  return [...agents, ...lying];
}

function seatFacts(game: GamePicture, seat: number): string[] {
  const agents = Object.keys(read(game).at ?? {}).filter((agent) => agent.startsWith(`${seat}-`)).length;
  return agents ? [] : [page("is-out")];
}

function unmask(game: GamePicture, revealed: readonly object[] | undefined): readonly Unmasked[] | null {
  const { secrets, result } = read(game);
  const contents = result?.contents ?? revealed?.map((own) => (own as Partial<Own>).contents ?? {});
  return (
    contents?.map((row, seat) => {
      const list = Object.entries(row).map(
        ([letter, content]) => sayHeaded(letter, content === "bomb" ? contentName(content) : content),
      );
      return { figures: [], text: `${say(`${GAME}.secrets`, { n: secrets?.[seat] ?? 0 })} · ${list.join(", ")}`, note: "" };
    }) ?? null
  );
}

/** The rules that answer what may be done in a phase. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  pack: ["C4"],
  place: ["C5"],
  station: ["C22"],
  move: ["C9", "C10", "C12", "C18", "C19"],
  fight: ["C17"],
  duel: ["C13", "C15"],
  spoils: ["C15"],
  lose: ["C20"],
  over: ["C21"],
};

export const facts: GameFacts = {
  game: GAME,
  hasPad: true,
  quickSeats: 3,
  howTo,
  rulesNow: (game) => RULES[(game as { phase?: string }).phase ?? ""] ?? [],
  editions: { jumbo: "Jumbo 1985" },
  landmarks: new Set(["challenge", "opened", "explosion", "over-ten-secrets", "over-last-standing", "over-out-of-reach", "over-turn-limit"]),
  asOthersSee: {},
  Badge: PieceBadge,
  isLandscape: false,
  Emblem,
  Holdings,
  vocabulary,
  stateWords,
  seatFacts,
  ownCard: (own) => ({
    title: page("your-suitcases"),
    figures: [],
    lines: Object.entries((own as Partial<Own>).contents ?? {}).map(
      ([letter, content]) => [letter, contentName(content)] as const,
    ),
  }),
  hand: () => [],
  standing: (game, seat, name) => {
    const n = read(game).secrets?.[seat] ?? 0;
    return { n, text: say(`${GAME}.points`, { seat: name, n }) };
  },
  recap,
  unmask,
};
