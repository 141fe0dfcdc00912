// All that the page and a game's folder here know of each other: what the page gives a board, and what a game says of
// itself around the board (`facts.ts`). A board knows no rules: it draws the picture it is given, and its controls are
// drawn from the offer.

import type { Component, Snippet } from "svelte";
import type { Draft } from "../table/room/guide.svelte";
import type { Mark, Marks } from "../table/pad/marks";
import type { PadGrid, Story, Terms } from "../table/messages/messages";
import type { GamePicture } from "../table/messages/model";
import type { JsonObject } from "../table/messages/patches";
import type { TurnLines } from "../words/game/turns";

/** One part of an offer, unpacked: a set of actions, each spelt as words of the notation. */
export type Part =
  | { kind: "say"; words: readonly string[] }
  | { kind: "pick"; verb: string; options: readonly string[] }
  | { kind: "distribute"; verb: string; totals: readonly number[]; over: readonly string[]; most: number }
  | {
      kind: "targets";
      verb: string;
      item: string;
      groups: readonly (readonly string[])[];
      picks: readonly number[];
      ordered: boolean;
      amounts: readonly string[];
    }
  | { kind: "ballot"; verb: string; questions: readonly (readonly [string, readonly string[]])[] };

/** Who sits where. */
export interface SeatInfo {
  seat: number;
  name: string;
  bot: string | null;
  you: boolean;
}

/** What happened in one update: the events in notation, and the lines of the log as they were sent. */
export interface News {
  n: number;
  events: readonly string[];
}

/** Says a key of the catalogue (`board-heimlich-co.confirm`, `heimlich-co.place.7`) with its values filled in. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export interface BoardProps {
  /** `picture.game`: what these eyes may know; `own` in it is what only this seat knows. */
  game: Readonly<Record<string, unknown>>;
  /** Whose eyes; null looks on. */
  seat: number | null;
  seats: readonly SeatInfo[];
  terms: Terms;
  /** What this seat may decide now; empty when nothing is asked of it. */
  offer: readonly Part[];
  /** Sends a decision, in notation: `move red 2 blue 3`. Resolves when it is on disk, rejects with words for people. */
  act: (action: string) => Promise<void>;
  /** A decision is on its way, or what follows from it is. */
  busy: boolean;
  /** More has happened already: what moves shall be quick. */
  hurried: boolean;
  /** How long motion takes, as a share of what it was designed to take; 1 if it is not said. */
  stretch?: number;
  /** The updates since the board was mounted, the newest last; for animations only, never for the state. */
  news: readonly News[];
  /** Words of the notation (agents, places, suitcases) that a pointed-at entry of the log is about. */
  highlight: ReadonlySet<string>;
  /** Whether secrets of this seat may be shown openly now (hold-to-peek, and never behind a hot-seat curtain). */
  peek: boolean;
  /** Nothing may move: the reader asked for reduced motion. */
  still: boolean;
  say: Say;
  /** The newest lines of the log, in words, as far as the board has shown what they tell. */
  latest?: readonly string[];
  /** The end has been told: the board may show who was who, and who has won. */
  unmasked?: boolean;
  /** What the others did since one's own last turn: in brief, where something is asked, or in full. Without it, the page
   * shows that elsewhere. */
  recap?: Snippet<[boolean]> | undefined;
  /** Turns of others whose walks are to be seen on the board, until one has decided or the next thing happens. */
  trail?: readonly TurnLines[];
  /** All turns that the log tells of, as far as the board has shown them. */
  turns?: readonly TurnLines[];
  /** The game is seen again: nothing is ever asked. */
  replayed?: boolean;
  /** The target is reached, and the round is played to its end. */
  lastRound?: boolean;
  /** Room beside the board, on wide screens; undefined where everything stands below it. */
  wings?: Wings;
  /** Which questions are answered for this seat; undefined for those who look on. */
  standing?: Standing;
  /** Who or what the reader's own marks say each thing is, as far as they do. */
  guesses?: () => Promise<Readonly<Record<string, string>>>;
}

/** Where on a wide page a board may draw some of its parts. Seats, with all that is public of them, stand there too. */
export interface Wings {
  /** For the cards that one holds; undefined on the big screen, where nobody decides. */
  hand: HTMLElement | undefined;
  /** For what is asked, of a board that needs the whole height. */
  desk: HTMLElement;
}

/** What the page gives a game's drawing of a position (`<game>/Still.svelte`), where nothing moves and nothing is asked. */
export interface StillProps {
  /** A position as spectators see it, and perhaps the one that it leads to. */
  pictures: readonly [GamePicture, ...GamePicture[]];
  /** Which of them is drawn. */
  index: number;
  /** What happens from the first to the last, in notation. */
  events: readonly string[];
  say: Say;
}

/** How long a game lasts by some rules. */
export interface GameLength {
  readonly name: string;
  /** By number of players, in minutes: the usual length, and perhaps the shortest and the longest of nine games in ten. */
  readonly minutes: Readonly<Record<string, readonly number[]>>;
  /** The same, in turns, as they were counted. */
  readonly turns: Readonly<Record<string, readonly number[]>>;
}

/** The end of a game, which comes out beat by beat (`<game>/Finale.svelte`). */
export interface FinaleProps {
  /** `picture.game`, with its result. */
  game: GamePicture;
  seats: readonly SeatInfo[];
  /** How many beats have been: nothing that belongs to a later one may be in the page. Infinity: all is told. */
  beat: number;
  still: boolean;
  say: Say;
}

export interface Finale {
  readonly default: Component<FinaleProps>;
  /** How long each beat stays, in ms. */
  beats(game: GamePicture): readonly number[];
}

/** What the page gives a game's part of the pad (`Pad.svelte`). */
export interface PadProps {
  game: GamePicture;
  seat: number | null;
  seats: readonly SeatInfo[];
  grids: readonly PadGrid[];
  /** By turn, what everyone has seen, as the game writes it; and the sums of earlier turns. */
  turns: Readonly<Record<string, string>>;
  before: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
  /** The table counts for everyone. */
  counted: boolean;
  marks: Marks;
  mark: (row: string, column: string, mark: Mark | "") => void;
  /** What only this seat knows may be shown openly now. */
  peek: boolean;
  /** Show these words on the board, and in the log what this seat (null: anyone) did with this thing. */
  point: (words: ReadonlySet<string>, seat: number | null, word: string) => void;
  say: Say;
}

/** What to touch next, so that what is arranged on the board becomes the decision that a lesson asks for. */
export interface Hint {
  /** The control, as the board names it; "": none. */
  readonly touch: string;
  /** Something is arranged that does not lead there. */
  readonly astray: boolean;
  /** Which of several decisions that are arranged together it is about; the first one if it is not said. */
  readonly at?: number;
}

/**
 * Finds that out from the decision, in notation, with those that follow at once, and from the draft that the game's board
 * notes (`<game>/guide.ts`).
 */
export type Guide = (actions: readonly string[], draft: Draft) => Hint;

/** What the page gives a game's part of the unmasking (`Unmasking.svelte`). */
export interface UnmaskingProps {
  /** Of this game. */
  story: Story;
  seats: readonly SeatInfo[];
  /** The moment that the board shows. */
  moment: number;
  /** Show another one. */
  jump: (moment: number) => void;
  /** A line of the story in words. */
  sentence: (line: unknown) => string;
}

/** What a player has asked the server to answer, of the questions that come again and again. */
export interface Standing {
  /** "": nothing. */
  readonly kind: string;
  /** The turn in which that was said. */
  readonly since: number;
  /** With days for each decision the server answers for nobody. */
  readonly possible: boolean;
  set(kind: string): Promise<void>;
}

/** Draws a word of the notation in small; its name stands beside it. */
export type Badge = Component<{ word: string; size?: string }>;

/** How the words of an offer are called in the reader's language. */
export interface Vocabulary {
  /** null: this game draws none. */
  readonly Badge: Badge | null;
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
  /** Where it leads to choose this, with an amount of steps if there is one: for those who do not see the board. */
  leadsTo(verb: string, word: string, item: string, amount: number): string;
  amount(amount: string): string;
  question(verb: string, question: string): string;
  /** The word that `Badge` draws for an option; "" for none. */
  badge(verb: string, word: string, item: string): string;
}

/** What a vocabulary may depend on. */
export interface Around {
  readonly game: string;
  readonly picture: GamePicture;
  readonly seat: number | null;
  readonly names: readonly string[];
}

/** Something with a badge: its word for the badge, its name, and perhaps more about it. */
export interface Figure {
  readonly word: string;
  readonly name: string;
  readonly text: string;
}

/** What only one seat may know of itself, as its card shows it: figures with badges, or lines of a list. */
export interface OwnCard {
  readonly title: string;
  readonly figures: readonly Figure[];
  readonly lines: readonly (readonly [head: string, text: string])[];
}

/** What came out for one seat, and what it had hidden. */
export interface Unmasked {
  readonly figures: readonly Figure[];
  readonly text: string;
  readonly note: string;
}

/** A deed of a turn in short: words, and pieces with a figure or a word behind each. */
export type Deed = readonly (string | { readonly word: string; readonly name: string; readonly text: string })[];

/** A paragraph of how a game is played. */
export interface HowToPart {
  readonly head: string;
  readonly text: string;
}

/** What a game says of itself around its board. Every text is in the reader's language at the time of the call. */
export interface GameFacts {
  readonly game: string;
  /** Seats of the table that the big button opens. */
  readonly quickSeats: number;
  /** The game in a minute, by the table's settings; without them, only what holds at every table. */
  howTo(values: Readonly<Record<string, string>> | undefined): readonly HowToPart[];
  /** The rules that answer what may be done now and what not, by number. */
  rulesNow(game: GamePicture): readonly string[];
  /** Editions have names, which are the same in every language. */
  readonly editions: Readonly<Record<string, string>>;
  /** Lines of the log that only their seat reads, by key, and the line that everyone else reads instead. */
  readonly asOthersSee: Readonly<Record<string, string>>;
  /** Lines of the log, by key, at which something happened that one wants to find again. */
  readonly landmarks: ReadonlySet<string>;
  /** null: this game draws none. */
  readonly Badge: Badge | null;
  /** Whether the board is wider than it is high. */
  readonly isLandscape: boolean;
  vocabulary(around: Around): Vocabulary;
  /** The board in words, for those who do not see it: public things, and of one's own what the board shows openly. */
  stateWords(game: GamePicture): string[];
  /** Draws a seat's number as the game marks its player; null: as any number. */
  readonly Emblem: Component<{ game: GamePicture; seat: number }> | null;
  /** Draws what everyone may know of a seat; null: `seatFacts` says all. */
  readonly Holdings: Component<{ game: GamePicture; seat: number }> | null;
  /** What everyone may know of a seat and is not drawn, in a few words. */
  seatFacts(game: GamePicture, seat: number): string[];
  ownCard(own: JsonObject): OwnCard;
  /** The cards in one's own hand, each with what it does, where no board shows them. */
  hand(own: JsonObject): readonly { readonly name: string; readonly text: string }[];
  /** There is a pad for it. */
  readonly hasPad: boolean;
  /** How it came out for a seat: a number to rank by, and a sentence of the game's own log. */
  standing(game: GamePicture, seat: number, name: string): { readonly n: number; readonly text: string };
  /** What was done in a turn, in short; lines are the log's, from the roll on. */
  recap(turn: TurnLines, names: readonly string[]): readonly Deed[];
  /** What each seat had hidden, where that is known: after the end, or where the server has told it. */
  unmask(game: GamePicture, revealed: readonly JsonObject[] | undefined): readonly Unmasked[] | null;
}
