// What has happened, as sentences of the game's own log; the board shows the newest ones where nothing is asked.

import type { Happening } from "./events";
import { type Picture, placeNumber } from "../picture";
import type { Words } from "../words";

/** How things stood before, as far as sentences tell of it. */
export interface Before {
  at: Readonly<Record<string, number>>;
  points: Readonly<Record<string, number>>;
  safe: number;
}

/** Something that happened, with what it changed. */
export interface Episode {
  before: Before;
  after: Picture;
  events: readonly Happening[];
  /** Who made the last move or played the last card, now or before: whoever cracks the safe. */
  actor?: number | null;
}

/** Agents that stand elsewhere now. */
export const movedIn = ({ before, after }: Episode): string[] =>
  Object.keys(after.at).filter((agent) => (before.at[agent] ?? 0) !== after.at[agent]);

/** Agents whose markers stand elsewhere now. */
export const scoredIn = ({ before, after }: Episode): string[] =>
  Object.keys(after.points).filter((agent) => (before.points[agent] ?? 0) !== after.points[agent]);

/** What a card did to the board. */
export function effects(episode: Episode, card: string, words: Words): string {
  const { before, after } = episode;
  const lines = movedIn(episode).map((agent) =>
    words.game("to-place", { agent: words.agent(agent), place: words.place(after.at[agent]!) }),
  );
  if (card === "two-markers") {
    for (const agent of scoredIn(episode))
      lines.push(words.game("marker-to", { agent: words.agent(agent), mark: after.points[agent]! }));
  }
  if (before.safe !== after.safe) lines.push(words.game("safe-to", { place: words.place(after.safe) }));
  return words.list(lines);
}

/** The gains of a scoring. */
export function gains(episode: Episode, words: Words): string {
  const { before, after } = episode;
  return words.list(
    scoredIn(episode).map((agent) => {
      const mark = after.points[agent]!;
      const n = mark - (before.points[agent] ?? 0);
      return words.game(n > 0 ? "gain" : "loss", { agent: words.agent(agent), n: Math.abs(n), mark });
    }),
  );
}

/** Who rolled: who moved then, or, if nobody has yet, whose turn it is. */
function roller({ events, after }: Episode, roll: Happening): number {
  const moved = events.slice(events.indexOf(roll)).find((event) => event.kind === "move");
  return moved?.seat ?? after.seat;
}

function sentence(episode: Episode, event: Happening, words: Words): string {
  switch (event.kind) {
    case "roll":
      return words.game("roll", { seat: words.seat(roller(episode, event)), face: event.face });
    case "move": {
      const walks = Object.entries(event.steps).map(([agent, n]) =>
        words.game("walk", { agent: words.agent(agent), n, to_place: words.toPlace((episode.before.at[agent] ?? 0) + n) }),
      );
      const seat = words.seat(event.seat);
      return walks.length ? words.game("move", { seat, walks: words.list(walks) }) : words.game("stay", { seat });
    }
    case "safe":
      return words.game("safe", { seat: words.seat(event.seat), place: words.place(placeNumber(event.place)) });
    case "play": {
      const [seat, card, did] = [words.seat(event.seat), words.card(event.card), effects(episode, event.card, words)];
      return did ? words.game("play", { seat, card, effects: did }) : `${words.own("played", { seat, card })}.`;
    }
    case "draw":
      return words.game("card-drawn", { seat: words.seat(event.seat) });
    case "double":
      return words.game("double-taken", { seat: words.seat(event.seat) });
    case "answers":
      return event.seats.length
        ? words.game("wanting-to-play", { n: event.seats.length, seats: words.seatList(event.seats) })
        : words.game("nobody-plays");
    case "other":
      return "";
  }
}

function scoring(episode: Episode, words: Words): string {
  const got = gains(episode, words);
  return got ? words.game("scoring", { gains: got }) : words.own("cracked");
}

/** Everything worth telling of an episode, in order. A scoring follows the last step or card; then the safe is moved,
 * and the next one rolls. */
export function tell(episode: Episode, words: Words): string[] {
  const told = episode.events.map((event) => sentence(episode, event, words));
  const last = episode.events.findLastIndex(({ kind }) => kind !== "roll" && kind !== "safe");
  if (isScoring(episode)) told.splice(last + 1, 0, scoring(episode, words));
  return told.filter(Boolean);
}

/** Whether markers moved because the safe was cracked, and not by a card. */
export function isScoring(episode: Episode): boolean {
  const byCard = episode.events.some((event) => event.kind === "play" && event.card === "two-markers");
  return !byCard && scoredIn(episode).length > 0;
}
