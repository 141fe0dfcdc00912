// The board's words: names of agents, places, cards and people, and the board's own sentences.

import type { BoardProps } from "../contract";
import { list } from "../../words/language/catalogue";
import { placeWord } from "./picture";

type Source = () => Pick<BoardProps, "say" | "seats">;
type Values = Readonly<Record<string, string | number>>;

export class Words {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** A sentence of the board. */
  own(key: string, values?: Values): string {
    return this.#source().say(`board-heimlich-co.${key}`, values);
  }

  /** A sentence about what happens in a turn. */
  turns(key: string, values?: Values): string {
    return this.#source().say(`turns.${key}`, values);
  }

  /** A word or a line of the game. */
  game(key: string, values?: Values): string {
    return this.#source().say(`heimlich-co.${key}`, values);
  }

  /** What stands between a heading and what follows it, with the spaces of the language. */
  get colon(): string {
    return this.#source().say("table.colon");
  }

  get semicolon(): string {
    return this.#source().say("table.semicolon");
  }

  agent = (agent: string): string => this.game(`agent.${agent}`);
  place = (place: number): string => this.game(`place.${placeWord(place)}`);
  /** The way to a place: `to the church`. */
  toPlace = (place: number): string => this.game(`to-place.${placeWord(place)}`);
  card = (card: string): string => this.game(`card.${card}`);
  cardText = (card: string): string => this.game(`card-text.${card}`);
  cardTitle = (card: string): string => this.own("card-title", { card: this.card(card), text: this.cardText(card) });
  points = (n: number): string => this.own("points", { n });

  /** Who sits there. */
  seat(seat: number): string {
    return this.#source().seats.find((info) => info.seat === seat)?.name ?? this.own("seat", { n: seat + 1 });
  }

  /** An answer in a dossier: a seat from 1, `free` or `blank`. */
  answer = (word: string): string => (/^\d+$/.test(word) ? this.seat(Number(word) - 1) : this.game(`answer.${word}`));

  list = (items: readonly string[]): string => {
    const { say } = this.#source();
    return list(items, say("table.and"), say("table.semicolon"));
  };
  /** `1, 2 or 3`. */
  anyOf = (items: readonly (string | number)[]): string => list(items.map(String), this.#source().say("table.or"));
  agents = (agents: readonly string[]): string => this.list(agents.map(this.agent));
  seatList = (seats: readonly number[]): string => this.list(seats.map((seat) => this.seat(seat)));
}
