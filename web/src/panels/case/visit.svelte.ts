// One visit to a case of any kind: it is asked for, shown, answered, judged, and noted in this browser's book.

import { tick } from "svelte";
import { askDay, caseKey, note, readBook, streakIn } from "../../app/learning/casebook";
import { nextTask } from "../../pace/slices";
import type { CaseDay } from "../../table/messages/messages";
import type { Reel } from "../../table/replay/reel.svelte";
import { sayRefusal } from "../../words/language/language.svelte";
import { learnWords } from "../../words/language/on-demand";
import { seatsAt } from "../../words/game/names";

const AT_ONCE = 6; // updates worked out in one go, so that no task is long

/** What differs from one kind of case to another; an answer is written as words. */
interface Kind<Shown, Scene, Judged> {
  /** A degree, or `MOVE`. */
  readonly name: (shown: Shown) => string;
  readonly ask: (now: CaseDay) => Promise<Shown>;
  readonly open: (shown: Shown) => Scene;
  readonly judge: (shown: Shown, answer: readonly string[]) => Promise<Judged>;
  /** How many stars an answer is worth. */
  readonly worth: (judged: Judged, answer: readonly string[]) => number;
}

export class Visit<Shown extends { readonly day: string }, Scene extends { readonly reel: Reel }, Judged> {
  now: CaseDay | null = $state.raw(null);
  shown: Shown | null = $state.raw(null);
  /** null: not there yet. */
  scene: Scene | null = $state.raw(null);
  answer: readonly string[] = $state.raw([]);
  judged: Judged | null = $state.raw(null);
  book = $state.raw(readBook());
  /** The words of cases are there. */
  worded = $state(false);
  /** Why there is no case. */
  trouble = $state("");
  /** Why there is no answer. */
  refused = $state("");
  busy = $state(false);

  readonly streak = $derived.by(() => (this.now ? streakIn(this.book, this.now.day) : 0));
  readonly seats = $derived.by(() => (this.scene ? seatsAt(this.scene.reel.known.picture.table, 0) : []));
  readonly game = $derived.by(() => this.scene?.reel.known.picture.table.terms.game ?? "");
  readonly #kind: Kind<Shown, Scene, Judged>;

  constructor(kind: Kind<Shown, Scene, Judged>) {
    this.#kind = kind;
    void this.load();
  }

  async load(): Promise<void> {
    this.trouble = "";
    const words = learnWords("case").then(() => (this.worded = true));
    try {
      this.now = await askDay();
      const shown = await this.#kind.ask(this.now);
      await words;
      const before = this.book[this.#key(shown)];
      if (before) await this.#judge(shown, before.owners).catch(() => undefined);
      const scene = this.#kind.open(shown);
      while (scene.reel.prepare(AT_ONCE)) await nextTask();
      [this.shown, this.scene] = [shown, scene];
    } catch (error) {
      await words.catch(() => undefined);
      this.trouble = sayRefusal(error);
    }
  }

  /** Answer, and then do this. */
  async send(answer: readonly string[], then: () => void): Promise<void> {
    const { shown, now } = this;
    if (!shown || !now) return;
    this.busy = true;
    this.refused = "";
    try {
      const right = this.#kind.worth(await this.#judge(shown, answer), answer);
      this.book = note(this.#key(shown), { owners: answer, right, on: now.day });
      await tick();
      then();
    } catch (error) {
      this.refused = sayRefusal(error);
    } finally {
      this.busy = false;
    }
  }

  #key(shown: Shown): string {
    return caseKey(shown.day, this.#kind.name(shown));
  }

  async #judge(shown: Shown, answer: readonly string[]): Promise<Judged> {
    const judged = await this.#kind.judge(shown, answer);
    [this.judged, this.answer] = [judged, answer];
    return judged;
  }
}
