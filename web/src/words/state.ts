// The board in words, for those who do not see it: where everything stands. Public things and, of one's own, what the
// board would show openly.

import { page, say } from "./language.svelte";
import type { GamePicture } from "../table/model";

const PLACES = ["church", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "ruins"];

function heimlichCo(game: GamePicture): string[] {
  const part = "heimlich-co";
  const at = game.at as Record<string, number>;
  const points = game.points as Record<string, number>;
  const place = (number: number): string => say(`${part}.place.${PLACES[number]}`);
  const cards = game.cards as { supply?: number } | undefined;
  return [
    page("state.safe", { place: place(game.safe as number) }),
    ...Object.entries(at).map(([agent, number]) =>
      page("state.agent", { agent: say(`${part}.agent.${agent}`), place: place(number), n: points[agent] ?? 0 }),
    ),
    ...(cards ? [page("state.supply", { n: cards.supply ?? 0 })] : []),
  ];
}

function suitcases(game: GamePicture): string[] {
  const part = "suitcases";
  const colours = game.colours as readonly string[];
  const loads = game.loads as Record<string, string>;
  const place = (word: string): string => say(`${part}.place.${word}`);
  const suitcase = (word: string): string => {
    const [colour = "", letter = ""] = word.split("-");
    return say(`${part}.suitcase`, { colour: say(`${part}.colour.${colour}`), letter });
  };
  const agents = Object.entries(game.at as Record<string, string>).map(([name, where]) => {
    const [seat = "0", number = ""] = name.split("-");
    const agent = say(`${part}.agent`, { colour: say(`${part}.colour.${colours[Number(seat)]}`), number });
    const load = loads[name];
    return `${agent}: ${load ? page("standing-with", { place: place(where), suitcase: suitcase(load) }) : place(where)}`;
  });
  const lying = Object.entries(game.lying as Record<string, string>).map(([word, where]) =>
    page("state.lying", { suitcase: suitcase(word), place: place(where) }),
  );
  return [...agents, ...lying];
}

const KNOWN: Readonly<Record<string, (game: GamePicture) => string[]>> = { "heimlich-co": heimlichCo, suitcases };

export const stateWords = (name: string, game: GamePicture): string[] => KNOWN[name]?.(game) ?? [];
