// All that a lesson needs, asked for where one is given.

import { loadGuide } from "../../boards/registry";
import { say } from "../../words/language/language.svelte";
import { learnWords } from "../../words/language/on-demand";

/** The coach, the steps, and their words. */
export async function loadLesson(id: string) {
  const [{ default: Coach }, { stepsOf }] = await Promise.all([import("./Coach.svelte"), import("./coach.svelte"), learnWords("lesson")]);
  const lesson = await stepsOf(id);
  return { Coach, lesson, guide: await loadGuide(lesson.game) };
}

/** What is said when the game of a lesson is over, and what comes then. */
export async function loadEnd(id: string) {
  const [{ default: LessonEnd }, { stepsOf }] = await Promise.all([import("./LessonEnd.svelte"), import("./coach.svelte"), learnWords("lesson")]);
  const lesson = await stepsOf(id);
  const last = Math.max(...lesson.steps.map(({ after }) => after));
  const left = lesson.steps.filter(({ after, do: action }) => after === last && !action);
  return { LessonEnd, lesson, texts: left.map(({ say: key }) => say(`lesson-${lesson.game}.${lesson.name}.${key}`)) };
}
