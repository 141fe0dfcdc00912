// The cases of the day: asked for over HTTP, and what one has answered, which only this browser knows.

import type { CaseDay, CaseScore, CaseShown, MoveShown, MoveSolution } from "../../table/messages/messages";
import { ask } from "../server/api";

const path = (day: string, degree: string): string => `/api/cases/${encodeURIComponent(day)}/${encodeURIComponent(degree)}`;

export const askDay = (): Promise<CaseDay> => ask("GET", "/api/cases");
export const askCase = (day: string, degree: string): Promise<CaseShown> => ask("GET", path(day, degree));
export const answerCase = (day: string, degree: string, owners: readonly string[]): Promise<CaseScore> =>
  ask("POST", `${path(day, degree)}/answer`, { owners });

/** Stands where cases have their degree: the problem of the day, "What would you do?". */
export const MOVE = "move";
export const askMove = (day: string): Promise<MoveShown> => ask("GET", path(day, MOVE));
export const answerMove = (day: string, move: number): Promise<MoveSolution> =>
  ask("POST", `${path(day, MOVE)}/answer`, { move });

/** A case that one has answered. */
export interface Solved {
  /** What was said: agents by seat, or the number of a move. */
  readonly owners: readonly string[];
  readonly right: number;
  /** The day on which that was. */
  readonly on: string;
}
/** By day and degree: `2026-02-28/hard`. */
export type Casebook = Readonly<Record<string, Solved>>;

const KEY = "heimlich.cases";
const KEPT = 1500;
export const caseKey = (day: string, degree: string): string => `${day}/${degree}`;

export function readBook(): Casebook {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {}) as Casebook;
  } catch {
    return {}; // no storage, or not ours
  }
}

/** Write an answer down, the first one to each case; the book as it is then. */
export function note(key: string, solved: Solved): Casebook {
  const book = readBook();
  if (book[key]) return book;
  const more = Object.fromEntries([...Object.entries(book), [key, solved] as const].slice(-KEPT));
  try {
    localStorage.setItem(KEY, JSON.stringify(more));
  } catch {
    // it holds until the page is closed, then
  }
  return more;
}

/** So many days later, or earlier. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** How many days in a row one has answered a case of the day on that day; the present day may still be missing. */
export function streakIn(book: Casebook, today: string): number {
  const days = new Set(Object.entries(book).flatMap(([key, { on }]) => (key.startsWith(`${on}/`) ? [on] : [])));
  let day = days.has(today) ? today : dayAfter(today, -1);
  let streak = 0;
  for (; days.has(day); day = dayAfter(day, -1)) streak++;
  return streak;
}

/** A mark for each player, the right ones first: it says how well one did, and nothing of the case. */
export const stars = (right: number, all: number): string => "★".repeat(right) + "☆".repeat(all - right);

export const MOST_STARS = 3;
const CLOSE = [0, 300, 1000]; // hundredths of a percent that a move may cost, for three stars, two, and one
/** How good a move is, by what it costs against the best one. */
export function starsOfMove({ best, moves }: MoveSolution, chosen: number): number {
  const lost = (moves[best]?.win ?? 0) - (moves[chosen]?.win ?? 0);
  return MOST_STARS - CLOSE.filter((most) => lost > most).length;
}
