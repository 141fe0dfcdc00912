// Whole games as the server shows them to seat 0, and the maps they are played on.

import { execFileSync } from "node:child_process";
import type { Part } from "../contract";
import { atlasOf, type Atlas } from "./map/atlas";
import { choicesIn } from "./desk/offers";
import type { Situation } from "./desk/meaning";
import { agentsOf, type Picture } from "./picture";
import type { MapAnswer } from "../../table/messages/messages";
import type { Json } from "../../table/messages/patches";
import { unpackOffer } from "../../table/messages/unpack";

export interface Moment {
  game: Picture;
  offer: readonly Part[];
  actions: readonly string[];
  events: readonly string[];
}

interface Printed {
  maps: Record<string, MapAnswer>;
  games: (Omit<Moment, "offer"> & { offer: Json })[][];
}

const python = process.env.PYTHON ?? "../.venv/bin/python";
const printed = JSON.parse(
  execFileSync(python, ["src/boards/suitcases/games.py"], { encoding: "utf-8", maxBuffer: 2 ** 28 }),
) as Printed;

export const maps = printed.maps;
export const atlases: Readonly<Record<string, Atlas>> = Object.fromEntries(
  Object.entries(maps).map(([name, answer]) => [name, atlasOf(answer)]),
);
export const games: readonly (readonly Moment[])[] = printed.games.map((game) =>
  game.map((moment) => ({ ...moment, offer: unpackOffer(moment.offer) })),
);
export const moments = games.flat();

/** What decides the meaning of a tap, in a moment of a game. */
export function situationIn(moment: Moment, active: number | null = null, letter = ""): Situation {
  const agents = agentsOf(moment.game);
  return {
    atlas: atlases[moment.game.map]!,
    picture: moment.game,
    choices: choicesIn(moment.offer),
    own: agents.filter((agent) => agent.seat === 0),
    agents,
    active,
    letter,
  };
}
