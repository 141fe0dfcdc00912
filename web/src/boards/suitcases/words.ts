// Pieces and places in words, for labels and those who cannot see the map.

import { list } from "../../words/language/catalogue";
import type { Say, SeatInfo } from "../contract";
import type { Atlas, Place } from "./map/atlas";
import { partsOf, type Agent, type Colour, type Picture } from "./picture";

export interface Words {
  /** One of this board's own words. */
  (key: string, values?: Readonly<Record<string, string | number>>): string;
  colour(colour: Colour): string;
  seat(seat: number): string;
  agent(agent: Pick<Agent, "colour" | "number">): string;
  suitcase(suitcase: string): string;
  content(content: string): string;
  place(place: Place | undefined): string;
  map(atlas: Atlas): string;
  list(items: readonly string[]): string;
  /** A heading and what it heads, with the spaces of the language. */
  headed(head: string, text: string): string;
  /** Who has won, as a sentence; "" if nobody has. */
  won(seats: readonly number[]): string;
}

export function wordsOf(say: Say, seats: readonly SeatInfo[]): Words {
  const own = (key: string, values?: Readonly<Record<string, string | number>>) =>
    say(`board-suitcases.${key}`, values);
  const colour = (name: Colour) => say(`suitcases.colour.${name}`);
  /** Our own maps have names in the catalogue; a key that it does not have comes back as it is. */
  const known = (key: string, otherwise: string) => (say(key) === key ? otherwise : say(key));
  const name = (seat: number) => seats.find((one) => one.seat === seat)?.name ?? own("seat", { n: seat + 1 });
  return Object.assign(own, {
    colour,
    seat: name,
    agent: ({ colour: of, number }: Pick<Agent, "colour" | "number">) =>
      say("suitcases.agent", { colour: colour(of), number }),
    suitcase: (suitcase: string) => {
      const { colour: of, letter } = partsOf(suitcase);
      return say("suitcases.suitcase", { colour: colour(of), letter });
    },
    content: (content: string) =>
      content === "bomb" ? say("suitcases.bomb") : say("suitcases.secrets", { n: Number(content) }),
    place: (place: Place | undefined) => (place ? known(`suitcases.place.${place.id}`, place.name) : ""),
    map: ({ id, title }: Atlas) => (id ? known(`suitcases.map.${id}`, title) : ""),
    list: (items: readonly string[]) => items.join(", "),
    headed: (head: string, text: string) => `${head}${say("table.colon")}${text}`,
    won: (winners: readonly number[]) =>
      winners.length ? say("suitcases.wins", { n: winners.length, seats: list(winners.map(name), say("table.and")) }) : "",
  });
}

/** All that is to be seen at a place, as a sentence or two. */
export function describePlace(
  words: Words,
  atlas: Atlas,
  id: string,
  agents: readonly Agent[],
  cases: readonly string[],
  picture: Picture,
): string {
  const place = atlas.places.get(id);
  const parts = [words.place(place)];
  if (agents.length > 3 && agents.every((agent) => agent.seat === agents[0]?.seat && !agent.load)) {
    const [first] = agents;
    if (first) parts.push(words("many-here", { n: agents.length, colour: words.colour(first.colour) }));
  } else if (agents.length) parts.push(words.list(agents.map((agent) => describeAgent(words, agent))));
  if (cases.length) parts.push(words("lying", { things: words.list(cases.map(words.suitcase)) }));
  if (place?.kind === "headquarters" && place.colour) {
    const seat = picture.colours.indexOf(place.colour);
    const home = Object.entries(picture.delivered[String(seat)] ?? {});
    if (home.length) {
      const things = home.map(([suitcase, content]) => words.headed(words.suitcase(suitcase), words.content(content)));
      parts.push(words("delivered-here", { things: words.list(things) }));
    }
  }
  return parts.join(". ");
}

export function describeAgent(words: Words, agent: Agent): string {
  return agent.load
    ? words("agent-with", { agent: words.agent(agent), suitcase: words.suitcase(agent.load) })
    : words.agent(agent);
}
