// Generated from the server's message types by `python -m heimlich.server.protocol`; do not edit.

export const PROTOCOL = 1;
export const LARGEST_MESSAGE = 4096;

/** Of what one says at the table, in characters. */
export const LONGEST_CHAT = 300;

/** Of a record to be replayed, in characters. */
export const LARGEST_RECORD = 49152;

/** Of a name, in characters. */
export const LONGEST_NAME = 24;

/** Of a group's name. */
export const LONGEST_GROUP = 40;

/** Of the text on a pad, in characters. */
export const LONGEST_NOTE = 200;

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

/** Follow a table as the player on a seat, or as a spectator; `last` is the latest update the client has, or -1. */
export interface Join {
  t: "join";
  protocol: number;
  table: string;
  seat?: number | null;
  last?: number;
}

/** Send a command to a table. */
export interface Do {
  t: "do";
  id: string;
  table: string;
  command: Command;
}

/** Ask for the public part of the pad of the table that this connection follows, from that turn on. */
export interface Look {
  t: "look";
  since?: number;
}

/** Ask why the seat that this connection follows may not take an action now; "": what it is asked, by which rule. */
export interface Why {
  t: "why";
  id: string;
  action?: string;
}

/** Ask what a careful player on the seat that this connection follows would look at now.  Only one person who plays against bots gets an answer, and only where the terms allow hints. */
export interface Hint {
  t: "hint";
  id: string;
}

/** Say whether the person is looking at the page: it is visible, and was used within some minutes.  Whoever looks at a table on one device is called on none; nobody else learns of it, and there is no answer. A connection that has said nothing counts as looking. */
export interface Looking {
  t: "looking";
  looking: boolean;
}

/** Ask whether the server still answers, and for its time. */
export interface Ping {
  t: "ping";
  id: string;
}

/** The part of one command and its consequences that an audience sees. */
export interface Update {
  t: "u";
  n: number;
  e?: readonly (string)[];
  l?: readonly (unknown)[];
  p?: Readonly<Record<string, unknown>>;
  c?: readonly (ChatLine)[];
}

/** All that an audience may know now, the latest lines of its log and chat, and the names of the values in lines. */
export interface Snapshot {
  t: "s";
  n: number;
  p: Readonly<Record<string, unknown>>;
  names: Readonly<Record<string, string>>;
  l?: readonly (unknown)[];
  c?: readonly (ChatLine)[];
  protocol?: number;
}

/** The reader's own role at the table: number, seats, whether they are the host, and the people they have blocked.  It is the first message after `Join`, and comes again whenever it changes. */
export interface You {
  t: "you";
  number: number;
  seats?: readonly (number)[];
  host?: boolean;
  blocked?: readonly (number)[];
}

/** The private part of the pad of the seat that this connection follows: marks, text, and what it need not be asked.  It comes after `Join`, once something was written, and again whenever it changes: always all of it. It is not one of the numbered updates. `turn` is the turn in which the standing answer was asked for. */
export interface PadNotes {
  t: "notes";
  seat: number;
  marks?: readonly (readonly [string, string, string])[];
  text?: string;
  standing?: string;
  turn?: number;
}

/** The guesses of this spectator so far: by seat, the agent; and whether their name may be shown with them.  It comes after `Join`, once something was guessed, and again whenever it changes. It is not one of the numbered updates. */
export interface OwnGuesses {
  t: "guesses";
  agents?: Readonly<Record<string, string>>;
  named?: boolean;
}

/** The answer to `Look`: the grids for marks, and what everyone can count (see the game), from the turn asked for.  With terms that leave the counting out, only the grids come. */
export interface Pad {
  t: "pad";
  grids?: readonly (PadGrid)[];
  turns?: Readonly<Record<string, string>>;
  before?: Readonly<Record<string, Readonly<Record<string, readonly (number)[]>>>>;
  guess?: readonly (string)[];
}

/** The people who are connected to the table now, by number; those missing may be back in a moment.  It comes after `Join`, and again shortly after a change. It is not one of the numbered updates, and is not stored. */
export interface Here {
  t: "here";
  people: readonly (number)[];
}

/** The command was carried out, now or earlier; its effects arrive as updates. */
export interface Done {
  t: "done";
  id: string;
  table?: string;
}

/** The command was not carried out: a code for programs, a text for people.  Where the game's rules refuse: the number of the rule, and the reason as a line with named values (`cannot-…`). */
export interface Refusal {
  t: "refused";
  id: string;
  code: string;
  text: string;
  rule?: string;
  line?: Readonly<Record<string, unknown>>;
}

/** The answer to `Why`: the number of the rule, and the reason as a line with named values; empty if it is legal.  It is worked out from the seat's own view. Nobody else notices that it was asked. */
export interface Because {
  t: "because";
  id: string;
  rule?: string;
  line?: Readonly<Record<string, unknown>>;
}

/** The answer to `Hint`: a few lines with named values (`hint-…`), from the seat's own view and public counts.  Nobody else notices that it was asked. */
export interface Hints {
  t: "hints";
  id: string;
  lines?: readonly (unknown)[];
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

/** Come to the table without sitting down. With `board`, this device only shows what is public, and cannot chat.  At a table that admits boards but no spectators, the guest always comes as a board. */
export interface Watch {
  do: "watch";
  board?: boolean;
}

/** Set the guest's name at this table; with `seat`, the name of the player on that seat (several on one device). */
export interface Nickname {
  do: "nickname";
  name: string;
  seat?: number | null;
}

/** Host: seat a bot, before the start. */
export interface AddBot {
  do: "add-bot";
  seat: number;
  bot: string;
}

/** Host: remove a bot from its seat, before the start. */
export interface RemoveBot {
  do: "remove-bot";
  seat: number;
}

/** Host: remove a guest for good, before the start. */
export interface Kick {
  do: "kick";
  person: number;
}

/** Host: make another person the host. */
export interface PassHost {
  do: "pass-host";
  person: number;
}

/** Add a player's own randomness to the dice, as hexadecimal digits, before the start; the latest replaces it. */
export interface AddEntropy {
  do: "add-entropy";
  seat: number;
  entropy: string;
}

/** Host: start the game, once all seats are taken. */
export interface Start {
  do: "start";
}

/** Decide for a seat, in notation; `number` is the last update of that seat which the player had seen. */
export interface Decide {
  do: "decide";
  seat: number;
  action: string;
  number: number;
}

/** Send a text, or one of the quick phrases, to one of the rooms. */
export interface Chat {
  do: "chat";
  room: "players" | "spectators";
  text?: string;
  phrase?: string;
}

/** Hide a person's chat from this guest (with `off`: show it again). The blocked person does not learn of it. */
export interface Block {
  do: "block";
  person: number;
  off?: boolean;
}

/** Report a person to those who run the server. */
export interface Report {
  do: "report";
  person: number;
  reason: string;
}

/** Suggest, or agree to, a pause, a resumption, or an end (all is revealed, nobody wins); `no` declines. */
export interface Consent {
  do: "consent";
  to: "end" | "pause" | "resume";
  no?: boolean;
}

/** Give up a seat for good; a bot takes over. At a table of a season the game is closed without a result. */
export interface Resign {
  do: "resign";
  seat: number;
}

/** Take a seat back from the bot that stood in. */
export interface ComeBack {
  do: "come-back";
  seat: number;
}

/** Leave the table. Before the start the guest's seats become free; during a game a bot stands in meanwhile. */
export interface Leave {
  do: "leave";
}

/** Ask a bot to move for a seat whose player has run out of time, or is away. */
export interface Claim {
  do: "claim";
  seat: number;
}

/** Change the private part of a seat's pad: marks (row, column, and `suspect`, `excluded`, `sure` or ""), the text.  What is not named stays. Nobody else sees it, or that something was written. */
export interface WritePad {
  do: "pad";
  seat: number;
  marks?: readonly (readonly [string, string, string])[];
  text?: string | null;
}

/** Let the server answer quiet questions for a seat ("": no longer), from the next question on; unseen by others.  In heimlich-co: `round`, play no card until the seat's next turn; `safe`, none unless an agent reaches the safe. */
export interface Instruct {
  do: "instruct";
  seat: number;
  kind?: string;
}

/** After the end: show the private part of a seat's pad to everyone. */
export interface ShowPad {
  do: "show-pad";
  seat: number;
}

/** As a spectator, in secret: say which agent seats have ("": take a guess back). What is not named stays.  After the end everyone sees how spectators did: with the name of those who say `named`, else without. */
export interface GuessAgents {
  do: "guess";
  guesses: readonly (readonly [number, string])[];
  named?: boolean;
}

/** After the end: open the next table for the same people. The caller passes the new table's id in `Around`. */
export interface Rematch {
  do: "rematch";
}

/** No time limit. If a player is away for too long, the others may ask a bot to move for them. */
export interface NoClock {
  kind: "off";
}

/** A time budget for the whole game, plus an increment for each decision. */
export interface LiveClock {
  kind: "live";
  bank_s: number;
  increment_s?: number;
  grace_s?: number;
}

/** A number of days for each decision. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** The story of a game of Heimlich & Co. */
export interface HeimlichStory {
  game: "heimlich-co";
  seats: readonly (string)[];
  moments: number;
  turns: readonly (number)[];
  agents: readonly (string)[];
  owners: readonly (readonly (number)[])[];
  winners: readonly (number)[];
  observers: readonly (Suspicion)[];
  points: Points;
  scorings: readonly (Scoring)[];
  reasons: readonly (Reason)[];
  covers: readonly (Cover)[];
  pushes: readonly (Pushes)[];
  dossiers: readonly (DossierTold)[];
  awards: readonly (Award)[];
}

/** The story of a game with suitcases. `secrets` are the state secrets that each seat has, from each of `scored`. */
export interface SuitcaseStory {
  game: "suitcases";
  seats: readonly (string)[];
  moments: number;
  turns: readonly (number)[];
  winners: readonly (number)[];
  suitcases: readonly (SuitcaseTold)[];
  duels: readonly (DuelTold)[];
  scored: readonly (number)[];
  secrets: readonly (readonly (number)[])[];
  agents_left: readonly (readonly (number)[])[];
  decisive: readonly (Decisive)[];
  win: WinChances;
}

/** A chat message: sender, time in ms, and a text or the key of a quick phrase. */
export interface ChatLine {
  who: number;
  at: number;
  text?: string;
  phrase?: string;
}

/** A grid for a player's own marks: each row belongs to one column, which takes as many rows as its number says. */
export interface PadGrid {
  rows: readonly (string)[];
  columns: Readonly<Record<string, number>>;
  known?: Readonly<Record<string, string>>;
}

/** Open a table; its host need not sit. Handled by `open_table`, since no table exists yet. */
export interface Create {
  do: "create";
  terms: Terms;
}

/** A table's game, rules, clock and access. They are public.  `house` has the names and values of settings. `public` tables are listed in the lobby, others are found by link only. With `watch` anyone may watch; with `board` a device may join that only shows the board. Answers whose timing could reveal a hand (yes, no, pass, stop) take effect a multiple of `pace_ms` after the question; answers given in secret take effect all together. Bots, and stand-ins for people, decide no sooner than `bot_pace_ms` after they are asked. With `counted`, the pad counts for everyone what each player has done with each piece. With `hints`, one person who plays against bots may ask what to look at; where two people play, nobody may. The result of a `rated` table counts for the ratings of those who play; nobody gets hints there. */
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
  counted?: boolean;
  hints?: boolean;
  rated?: boolean;
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
  label: LabelPlace;
}

/** A start space or a headquarters: the word of the notation, whose it is, and where it lies. */
export interface MapCorner {
  id: string;
  colour: string;
  x: number;
  y: number;
}

/** A place for a city's name, clear of places and lines: its baseline, and which end of the text is there. */
export interface LabelPlace {
  x: number;
  y: number;
  anchor: string;
}

/** A game as messages: a stream for the spectators (`public`), for each seat, and with everything revealed.  `guarded`: it is a deal of a season that is still on. Most others may not look at it, so nobody can share it. */
export interface Replay {
  seats: readonly (string)[];
  moments: number;
  public: Stream;
  by_seat: readonly (Stream)[];
  everything: Stream;
  guarded?: boolean;
}

/** The messages of one viewpoint: the table after the deal, then updates, each with the number of its moment. */
export interface Stream {
  first: Snapshot;
  updates: readonly (Update)[];
  moments: readonly (number)[];
}

/** One observer's beliefs, from each of some moments on: `beliefs[i][seat][agent]` in percent.  `public` is a perfect observer of public play, `seat` one with this seat's card as well. `dossier` is what the seat wrote, `pad` what its player marked there (only a pad that was shown): 100 for sure, 50 for a suspicion, 0 for excluded. */
export interface Suspicion {
  kind: "dossier" | "pad" | "public" | "seat";
  seat: number | null;
  moments: readonly (number)[];
  beliefs: readonly (readonly (readonly (number)[])[])[];
}

/** The place of each agent's marker from each of some moments on: `by_agent[agent][i]`. */
export interface Points {
  moments: readonly (number)[];
  by_agent: readonly (readonly (number)[])[];
}

/** The safe was cracked: whose turn it was, and how each agent's marker moved. */
export interface Scoring {
  moment: number;
  seat: number;
  changes: readonly (number)[];
}

/** A decision that changed what the public observer believed of the seat that took it, in percent, in a sentence. */
export interface Reason {
  moment: number;
  seat: number;
  agent: number;
  before: number;
  after: number;
  line: unknown;
}

/** A seat and one of its agents: from `blown` on, the public observer always named this agent, at 50 % or more.  `blown` is null where the cover was kept; `by` is the seat that decided it, and `line` that decision, if known. */
export interface Cover {
  seat: number;
  agent: number;
  blown: number | null;
  by: number | null;
  line: unknown;
}

/** Help by one seat for each agent: steps it walked the agent, and points it brought and cost the agent. */
export interface Pushes {
  seat: number;
  steps: readonly (number)[];
  won: readonly (number)[];
  lost: readonly (number)[];
}

/** A dossier as it was in the end: for each agent the seat named, null for nobody, -1 for no answer. */
export interface DossierTold {
  seat: number;
  moment: number;
  answers: readonly (number | null)[];
  right: number;
  asked: number;
}

/** An award, the seats that share it, and the reason in a sentence for each of them. */
export interface Award {
  award: "best-bluff" | "best-cover" | "first-to-know" | "kingmaker" | "most-helpful-stranger" | "perfect-dossier";
  seats: readonly (number)[];
  lines: readonly (unknown)[];
}

/** A seat learnt what is in a suitcase. `deduced`: the owner's other suitcases had been opened. */
export interface Learnt {
  moment: number;
  seat: number;
  how: "deduced" | "end" | "opened" | "packed";
}

/** A place of a suitcase from a moment on: at a place, with the agent that carries it, or delivered to a seat. */
export interface RouteStop {
  moment: number;
  place: string;
  carrier: string;
  delivered: number | null;
}

/** A suitcase: its owner, its content (`bomb`, or the number of state secrets), and all that became of it. */
export interface SuitcaseTold {
  suitcase: string;
  owner: number;
  letter: string;
  content: number | "bomb";
  learnt: readonly (Learnt)[];
  route: readonly (RouteStop)[];
}

/** A duel: the aggressor's seat, agent and card first; what happened to the loser; the cards left to both. */
export interface DuelTold {
  moment: number;
  place: string;
  seats: readonly [number, number];
  agents: readonly [string, string];
  shown: readonly [number, number];
  winner: number;
  fate: "back" | "out";
  left: readonly [readonly (number)[], readonly (number)[]];
}

/** A moment that decided much, in a sentence; each seat's win probability before and after it, in percent. */
export interface Decisive {
  moment: number;
  seat: number;
  before: readonly (number)[];
  after: readonly (number)[];
  line: unknown;
}

/** Each seat's win probability from each of some moments on, in percent; `missing` says why, where there is none. */
export interface WinChances {
  moments: readonly (number)[];
  by_seat: readonly (readonly (number)[])[];
  missing: string;
}

/** The present day by the server's calendar (UTC), the number of its cases, the first day, and the degrees. */
export interface CaseDay {
  day: string;
  number: number;
  first: string;
  degrees: readonly (string)[];
}

/** A case: its number and degree, the game as spectators saw it, and the public part of the pad at the stop. */
export interface CaseShown {
  number: number;
  day: string;
  degree: string;
  seats: readonly (string)[];
  agents: readonly (string)[];
  moments: number;
  public: Stream;
  pad: Pad;
}

/** An answer: the agent of each seat. */
export interface CaseAnswer {
  owners: readonly (string)[];
}

/** An answer, judged: which seats are right, and the solution. */
export interface CaseScore {
  right: readonly (boolean)[];
  solution: CaseSolution;
}

/** The truth: the owner of each seat, the perfect observer's beliefs by seat and agent in percent, and reasons. */
export interface CaseSolution {
  owners: readonly (string)[];
  beliefs: readonly (readonly (number)[])[];
  reasons: readonly (CaseReason)[];
}

/** A decision that speaks for a seat's own agent.  `tenths`: how many times as likely the owner of this agent makes it as an average player, in tenths. */
export interface CaseReason {
  seat: number;
  moment: number;
  tenths: number;
}

/** A problem: the seat that has to decide, its own agent, the game as that seat saw it, and moves to choose from. */
export interface MoveShown {
  number: number;
  day: string;
  seats: readonly (string)[];
  seat: number;
  agent: string;
  moments: number;
  seen: Stream;
  moves: readonly (MoveOffered)[];
}

/** A move to choose: agents with their steps, and where the safe goes if the move scores (null: nowhere). */
export interface MoveOffered {
  steps: readonly (readonly [string, number])[];
  safe: string | null;
}

/** An answer: the number of a move, from 0. */
export interface MoveAnswer {
  move: number;
}

/** The answer to a problem: the number of the best move, of the one that looks best, and what is known about each.  `suspicion`: as in a finding, before the move. `played`: of 100 games played to the end from there, how many were won after the best move, and after the one that looks best. */
export interface MoveSolution {
  best: number;
  looks: number;
  suspicion: number;
  played: readonly [number, number];
  moves: readonly (MoveFinding)[];
}

/** The findings about a move.  `win`: the probability to win, in hundredths of a percent, and `error`, its standard error. `gain`: the points of the own agent until its player's next turn, on average, and `lead`: how far it is ahead of the best agent of another player then, both in tenths. `points`: what the move scores at once. `ends`: the game is over then. `ahead`: buildings from the own agent to the safe, after the turn. `suspicion`: the percentage that a perfect observer gives to the own agent being this player's, after the move. */
export interface MoveFinding {
  win: number;
  error: number;
  gain: number;
  lead: number;
  points: readonly (readonly [string, number])[];
  scores: boolean;
  ends: boolean;
  ahead: number;
  suspicion: number;
}

/** A lesson in the list: its id, its game and edition, about how many minutes it takes. */
export interface LessonEntry {
  id: string;
  game: string;
  edition: string;
  minutes: number;
}

/** A lesson with its steps. Texts are in the catalogue of the page, under `lesson-GAME`. */
export interface LessonShown {
  id: string;
  game: string;
  name: string;
  steps: readonly (LessonStep)[];
  next: string;
}

/** One step of a lesson: the key of its text, what it shows, and the decision that it asks for, if any.  It belongs to the moment at which the pupil's seat has made `after` decisions. */
export interface LessonStep {
  say: string;
  after: number;
  show?: readonly (string)[];
  do?: string;
}

/** The decision of a lesson to begin with, counted from 0. */
export interface NewLesson {
  decision?: number;
}

export type ClientMessage = Join | Do | Look | Why | Hint | Looking | Ping;

export type ServerMessage = Update | Snapshot | You | PadNotes | OwnGuesses | Pad | Here | Done | Refusal | Because | Hints | Pong;

export type Command = Sit | StandUp | Watch | Nickname | AddBot | RemoveBot | Kick | PassHost | AddEntropy | Start | Decide | Chat | Block | Report | Consent | Resign | ComeBack | Leave | Claim | WritePad | Instruct | ShowPad | GuessAgents | Rematch;

export type Clock = NoClock | LiveClock | DaysClock;

export type Story = HeimlichStory | SuitcaseStory;
