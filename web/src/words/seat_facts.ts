// What everyone may know of a seat, in a few words.

import { page, say } from "./language.svelte";
import type { GamePicture } from "../table/model";

type Facts = (game: GamePicture, seat: number) => string[];

const heimlichCo: Facts = (game, seat) => {
  const cards = game.cards as { hands?: readonly number[]; doubles?: readonly number[] } | undefined;
  const dossier = game.dossier as { written?: readonly number[] } | undefined;
  const facts: string[] = [];
  if (cards?.hands) facts.push(page("cards-in-hand", { n: cards.hands[seat] ?? 0 }));
  if (cards?.doubles?.[seat]) facts.push(page("double-agent"));
  if (game.phase === "dossier" && dossier?.written?.[seat]) facts.push(page("dossier-written"));
  return facts;
};

const suitcases: Facts = (game, seat) => {
  const colour = (game.colours as readonly string[])[seat] ?? "";
  const agents = Object.keys(game.at as object).filter((agent) => agent.startsWith(`${seat}-`)).length;
  const secrets = (game.secrets as readonly number[])[seat] ?? 0;
  return [
    say(`suitcases.colour.${colour}`),
    say("suitcases.secrets", { n: secrets }),
    agents ? page("agents", { n: agents }) : page("is-out"),
  ];
};

const KNOWN: Readonly<Record<string, Facts>> = { "heimlich-co": heimlichCo, suitcases };

export const seatFacts = (name: string, game: GamePicture | undefined, seat: number): string[] =>
  game ? (KNOWN[name]?.(game, seat) ?? []) : [];
