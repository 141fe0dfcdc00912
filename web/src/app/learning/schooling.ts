// Lessons: asked for over HTTP, and which ones are done, which only this browser knows.

import type { LessonEntry, LessonShown } from "../../table/messages/messages";
import { ask, beGuest } from "../server/api";

export const listLessons = (): Promise<LessonEntry[]> => ask("GET", "/api/lessons");
export const showLesson = (id: string): Promise<LessonShown> => ask("GET", `/api/lessons/${id}`);

/** Open a table for a lesson, at one of its decisions; its id. */
export async function beginLesson(id: string, decision = 0): Promise<string> {
  await beGuest();
  return (await ask<{ table: string }>("POST", `/api/lessons/${id}`, { decision })).table;
}

const KEY = "heimlich.lessons";

/** The lessons that were done on this device. */
export function lessonsDone(): readonly string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(known) ? known.filter((one) => typeof one === "string") : [];
  } catch {
    return []; // no storage, or not ours
  }
}

export function noteDone(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...lessonsDone(), id])]));
  } catch {
    // it is not remembered, then
  }
}
