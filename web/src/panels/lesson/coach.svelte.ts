// The way through a lesson: which step it is, what is lit, and what was not right. The server keeps how far the game has
// come (`me.decided`); which of the texts before a decision have been read is known here alone.

import { untrack } from "svelte";
import type { Guide, Hint } from "../../boards/contract";
import { beginLesson, noteDone, showLesson } from "../../app/learning/schooling";
import { go } from "../../app/router/router.svelte";
import { draftNow, light, missesNow } from "../../table/room/guide.svelte";
import type { LessonShown, LessonStep } from "../../table/messages/messages";
import { type Known, isFinished } from "../../table/messages/model";
import type { Pace } from "../../pace/pace.svelte";
import { later } from "../../pace/slices";

const NO_HINT: Hint = { touch: "", astray: false };
const shownSteps = new Map<string, Promise<LessonShown>>();
/** One has gone back a step, to another table: it begins with the last text before the decision. */
let atLast = false;

/** Steps of a lesson; asked for once. */
export function stepsOf(id: string): Promise<LessonShown> {
  const known = shownSteps.get(id) ?? showLesson(id);
  shownSteps.set(id, known);
  known.catch(() => shownSteps.delete(id));
  return known;
}

export class Coach {
  readonly lesson: LessonShown;
  readonly #guide: Guide;
  readonly #known: () => Known;
  readonly #pace: Pace;
  #read = $state(0); // texts of this moment that were read
  #misses = $state(untrack(missesNow));
  #isNext = $state(false);
  going = $state(false);

  constructor(lesson: LessonShown, guide: Guide, known: () => Known, pace: Pace) {
    [this.lesson, this.#guide, this.#known, this.#pace] = [lesson, guide, known, pace];
    if (atLast) this.#read = this.moment.length - 1;
    atLast = false;
    let decided = untrack(() => this.decided);
    $effect(() => {
      if (this.decided === decided) return;
      decided = this.decided;
      this.#read = 0;
      this.#misses = untrack(missesNow);
    });
    $effect(() => {
      if (this.#isSettled) return later(() => (this.#isNext = true));
      this.#isNext = false;
    });
    $effect(() => {
      if (this.isDone) noteDone(lesson.id);
    });
    $effect(() => {
      const step = this.step;
      const words = new Set(step?.do ? [] : (step?.show ?? []));
      light(this.hint.touch, words);
    });
    $effect(() => () => light(""));
  }

  /** Decisions that this seat has made. */
  get decided(): number {
    return this.#known().picture.me?.decided ?? 0;
  }

  /** All decisions of the lesson are made. */
  get isDone(): boolean {
    return this.decided > Math.max(...this.lesson.steps.map(({ do: action, after }) => (action ? after : -1)));
  }

  readonly moment: readonly LessonStep[] = $derived.by(() => this.lesson.steps.filter(({ after }) => after === this.decided));

  /** The board has acted out all that led here. */
  readonly #isSettled: boolean = $derived.by(() => {
    const known = this.#known();
    if (this.#pace.acting || !this.#pace.settled) return false;
    return this.#pace.offer.length > 0 || isFinished(known.picture.table.stage) || !this.moment.some(({ do: action }) => action);
  });

  /** And what it asks is drawn: the sentence comes in a task of its own. */
  readonly isReady: boolean = $derived.by(() => this.#isSettled && this.#isNext);

  /** What is said now; null: one watches, or all is said. */
  readonly step: LessonStep | null = $derived.by(() => (this.isReady ? (this.moment[this.#read] ?? null) : null));
  /** All texts are read, and all decisions made. */
  readonly isOver: boolean = $derived.by(() => this.isReady && this.isDone && this.#read >= this.moment.length);
  /** The number of this step, from 1. */
  readonly number: number = $derived.by(() => {
    const before = this.lesson.steps.filter(({ after }) => after < this.decided).length;
    return Math.min(before + Math.min(this.#read, this.moment.length - 1) + 1, this.lesson.steps.length);
  });

  /** The decision of this step, and those that follow it at once: what each asks for may be arranged together. */
  readonly #chain: readonly LessonStep[] = $derived.by(() => {
    const { step } = this;
    if (!step?.do) return [];
    const later = this.lesson.steps.slice(this.lesson.steps.indexOf(step));
    const end = later.findIndex(({ do: action }) => !action);
    return end < 0 ? later : later.slice(0, end);
  });

  readonly hint: Hint = $derived.by(() => {
    const chain = this.#chain;
    return chain.length ? this.#guide(chain.map(({ do: action }) => action!), draftNow()) : NO_HINT;
  });

  /** The key of the text. */
  readonly says: string = $derived.by(() => {
    const step = this.#chain[this.hint.at ?? 0] ?? this.step;
    if (!step) return "";
    const wrong = step.do && (this.hint.astray || missesNow() > this.#misses);
    return `lesson-${this.lesson.game}.${this.lesson.name}.${step.say}${wrong ? "-wrong" : ""}`;
  });

  next(): void {
    if (this.step && !this.step.do) this.#read++;
  }

  get canGoBack(): boolean {
    return !this.going && (this.#read > 0 || this.decided > (this.lesson.steps[0]?.after ?? 0));
  }

  /** To the text before this one; over a decision, to another table at which it has not been made. */
  async back(): Promise<void> {
    if (this.#read > 0) {
      this.#read--;
      return;
    }
    this.going = true;
    try {
      const first = this.lesson.steps[0]?.after ?? 0;
      const table = await beginLesson(this.lesson.id, this.decided - 1 - first);
      atLast = true;
      go(`/table/${table}`, true);
    } finally {
      this.going = false;
    }
  }
}
