// A question that all are asked at once, at one screen (hot-seat). Who cannot say yes is answered for by the server, at
// once; if the screen then passed him over, all around it would know. So everyone at the screen is given it in turn, and
// what they say is sent only when the last one has been asked.

import type { GamePicture } from "../messages/model";

export interface Round {
  /** Which question: a turn has one. */
  readonly turn: number;
  readonly waiting: readonly number[];
  readonly said: ReadonlyMap<number, string>;
}

/** The round that is on now: a new one if a new question is asked of these seats, else the one that was. */
export function startRound(round: Round | null, game: GamePicture, asked: readonly number[]): Round | null {
  if (!game.together || round?.turn === game.turn) return round;
  return { turn: game.turn, waiting: asked, said: new Map() };
}

export function skipInRound(round: Round, seat: number): Round {
  return { ...round, waiting: round.waiting.filter((one) => one !== seat) };
}

export function sayInRound(round: Round, seat: number, word: string): Round {
  return { ...skipInRound(round, seat), said: new Map([...round.said, [seat, word]]) };
}
