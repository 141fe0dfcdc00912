// The picture of a game of Heimlich & Co. as the server's display sends it, and the words that places go by.

/** What `picture.game` holds. Places are numbers from the church (0) to the ruins (11), seats from 0. */
export interface Picture {
  phase: string;
  turn: number;
  seat: number;
  safe: number;
  at: Readonly<Record<string, number>>;
  points: Readonly<Record<string, number>>;
  target: number;
  values: readonly number[];
  agents?: readonly string[];
  awaited?: readonly number[];
  roll?: string;
  arrived?: readonly string[];
  scorings?: number;
  reached?: boolean;
  cards?: Cards;
  dossier?: { from: number; halts: number; written: readonly number[] };
  result?: Result;
  own?: Own;
}

export interface Cards {
  hands: readonly number[];
  supply: number;
  discards?: Readonly<Record<string, number>>;
  removed?: number;
  doubles?: readonly number[];
  playing?: string;
  yes?: readonly number[];
  at?: number;
  must_play?: boolean;
}

export interface Own {
  agents: readonly string[];
  hand?: readonly string[];
  answer?: string;
  dossier?: Readonly<Record<string, string>>;
  draft?: Readonly<Record<string, string>>;
}

export interface Result {
  winners: readonly number[];
  shares: readonly number[];
  ending: string;
  agents: readonly (readonly string[])[];
  kept?: readonly (readonly string[])[];
  hands?: readonly (readonly string[])[];
  dossiers?: readonly Readonly<Record<string, string>>[];
  dossier_points?: readonly number[];
}

/** The buildings as the notation names them, clockwise. */
export const BUILDINGS = ["church", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "ruins"] as const;
export const RING = BUILDINGS.length;

export const placeWord = (place: number): string => BUILDINGS[wrap(place)]!;
export const placeNumber = (word: string): number => (BUILDINGS as readonly string[]).indexOf(word);
export const isPlace = (word: string): boolean => placeNumber(word) >= 0;

/** So many buildings on; back, below 0. */
export const wrap = (place: number): number => ((place % RING) + RING) % RING;

/** A whole number with its sign, as people write it. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);
