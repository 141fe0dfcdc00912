// Generated from the server's message types by `python -m heimlich.server.protocol`; do not edit.

export const PROTOCOL = 1;
export const LARGEST_MESSAGE = 4096;

/** Of what one says at the table, in characters. */
export const LONGEST_CHAT = 300;

/** Of a name, in characters. */
export const LONGEST_NAME = 24;

export const PHRASES: readonly string[] = [
  "hello",
  "good-luck",
  "well-played",
  "thanks",
  "your-turn",
  "one-moment",
  "oops",
  "it-was-not-me",
  "i-suspect-you",
  "good-game",
  "rematch",
  "bye"
];

/** Follow a table with the eyes of a seat, or as a spectator; `last` is the newest update one has, or -1. */
export interface Join {
  t: "join";
  protocol: number;
  table: string;
  seat?: number | null;
  last?: number;
}

/** A command for a table. */
export interface Do {
  t: "do";
  id: string;
  table: string;
  command: Command;
}

/** Still there? */
export interface Ping {
  t: "ping";
  id: string;
}

/** What an audience sees of one batch. */
export interface Update {
  t: "u";
  n: number;
  e?: readonly (string)[];
  l?: readonly (unknown)[];
  p?: Readonly<Record<string, unknown>>;
  c?: readonly (ChatLine)[];
}

/** All that an audience may know now, the end of its log and chat, and what the values of lines are called. */
export interface Snapshot {
  t: "s";
  n: number;
  p: Readonly<Record<string, unknown>>;
  names: Readonly<Record<string, string>>;
  l?: readonly (unknown)[];
  c?: readonly (ChatLine)[];
  protocol?: number;
}

/** Who the one who reads this is at the table: his number, his seats, whether he is its host, whom he has blocked.  It comes before all else when one joins, and again whenever it changes. */
export interface You {
  t: "you";
  number: number;
  seats?: readonly (number)[];
  host?: boolean;
  blocked?: readonly (number)[];
}

/** Who is connected to the table now, by number; who is missing may be back in a moment.  It comes when one joins, and again a little after it has changed: it is no part of the numbered updates, and is not kept. */
export interface Here {
  t: "here";
  people: readonly (number)[];
}

/** The command was carried out, now or before; what came of it arrives as updates. */
export interface Done {
  t: "done";
  id: string;
  table?: string;
}

/** The command was not carried out: a code for programs, a text for people. */
export interface Refusal {
  t: "refused";
  id: string;
  code: string;
  text: string;
}

/** Pong */
export interface Pong {
  t: "pong";
  id: string;
  at: number;
}

/** Take a free seat; one guest may hold several. */
export interface Sit {
  do: "sit";
  seat: number;
}

/** Give a seat back, before the start. */
export interface StandUp {
  do: "stand-up";
  seat: number;
}

/** Come to the table without sitting down; as a board, this device only shows what everyone sees, and says nothing.  Where nobody may look on but a board may, one comes as a board. */
export interface Watch {
  do: "watch";
  board?: boolean;
}

/** Be called so at this table; with `seat`, the one who plays there is, where several play at one device. */
export interface Nickname {
  do: "nickname";
  name: string;
  seat?: number | null;
}

/** Host: a bot sits down, before the start. */
export interface AddBot {
  do: "add-bot";
  seat: number;
  bot: string;
}

/** Host: a bot leaves its seat, before the start. */
export interface RemoveBot {
  do: "remove-bot";
  seat: number;
}

/** Host: a guest goes and cannot sit here again, before the start. */
export interface Kick {
  do: "kick";
  person: number;
}

/** Host: someone else is host from now on. */
export interface PassHost {
  do: "pass-host";
  person: number;
}

/** A player's part in the dice, as hexadecimal digits, before the start; the last one said counts. */
export interface AddEntropy {
  do: "add-entropy";
  seat: number;
  entropy: string;
}

/** Host: begin, once all seats are taken. */
export interface Start {
  do: "start";
}

/** A seat's decision, in notation; `number` is the last update of that seat that it was made for. */
export interface Decide {
  do: "decide";
  seat: number;
  action: string;
  number: number;
}

/** Say a text, or one of the quick phrases, in one of the rooms. */
export interface Chat {
  do: "chat";
  room: "players" | "spectators";
  text?: string;
  phrase?: string;
}

/** Want to hear no more of someone (or, with `off`, again); only the server and the one who asked know. */
export interface Block {
  do: "block";
  person: number;
  off?: boolean;
}

/** Tell those who run the server about someone. */
export interface Report {
  do: "report";
  person: number;
  reason: string;
}

/** Wish, or agree to, a pause, going on, or an end at which all is revealed and nobody wins; `no` declines. */
export interface Consent {
  do: "consent";
  to: "end" | "pause" | "resume";
  no?: boolean;
}

/** Give up a seat for good; a bot plays on. */
export interface Resign {
  do: "resign";
  seat: number;
}

/** Take a seat back from the bot that stood in. */
export interface ComeBack {
  do: "come-back";
  seat: number;
}

/** Go. Before the start the seats are free again; in a game a bot stands in until one comes back. */
export interface Leave {
  do: "leave";
}

/** Someone's time has run out, or he is away: a bot shall move for that seat. */
export interface Claim {
  do: "claim";
  seat: number;
}

/** After the end: open the next table for the same people. The outside passes the new table's id in `Around`. */
export interface Rematch {
  do: "rematch";
}

/** Nobody loses time; of one who is away too long, others may say that a bot shall move for him. */
export interface NoClock {
  kind: "off";
}

/** A bank of time for the whole game, and an increment for each decision. */
export interface LiveClock {
  kind: "live";
  bank_s: number;
  increment_s?: number;
  grace_s?: number;
}

/** So many days for each decision. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** What someone said, when (in ms), in his words or as the key of a phrase. */
export interface ChatLine {
  who: number;
  at: number;
  text?: string;
  phrase?: string;
}

/** Open a table; its host need not sit. Asked of `open_table`, not of a table that exists. */
export interface Create {
  do: "create";
  terms: Terms;
}

/** A table's game, rules and manners. Everyone may know them.  `house` are names and values of settings. `public` tables are listed in the lobby, others are found by link only. With `watch` anyone may look on, with `board` a device may that only shows the board. Answers whose moment could tell of a hand (yes, no, pass, stop) take effect some multiple of `pace_ms` after the question, and those given unseen all together; bots, and those who stand in for people, decide no sooner than `bot_pace_ms` after they are asked. */
export interface Terms {
  game: string;
  edition: string;
  seats: number;
  variants?: readonly (string)[];
  house?: readonly (readonly [string, string])[];
  public?: boolean;
  watch?: boolean;
  board?: boolean;
  clock?: NoClock | LiveClock | DaysClock;
  pace_ms?: number;
  bot_pace_ms?: number;
}

/** A map. Its picture is a square of `size` units, x to the right and y downwards. */
export interface MapAnswer {
  id: string;
  title: string;
  size: number;
  font: number;
  cities: readonly (MapCity)[];
  starts: readonly (MapCorner)[];
  headquarters: readonly (MapCorner)[];
  lines: readonly (readonly [string, string])[];
  marked: readonly (readonly [string, string])[];
}

/** A city: the word of the notation, the name to show, and where it lies. */
export interface MapCity {
  id: string;
  name: string;
  x: number;
  y: number;
  label: NameSpot;
}

/** A start space or a headquarters: the word of the notation, whose it is, and where it lies. */
export interface MapCorner {
  id: string;
  colour: string;
  x: number;
  y: number;
}

/** Where a city's name stands clear of places and lines: its baseline, and which end of the text is there. */
export interface NameSpot {
  x: number;
  y: number;
  anchor: string;
}

export type ClientMessage = Join | Do | Ping;

export type ServerMessage = Update | Snapshot | You | Here | Done | Refusal | Pong;

export type Command = Sit | StandUp | Watch | Nickname | AddBot | RemoveBot | Kick | PassHost | AddEntropy | Start | Decide | Chat | Block | Report | Consent | Resign | ComeBack | Leave | Claim | Rematch;

export type Clock = NoClock | LiveClock | DaysClock;
