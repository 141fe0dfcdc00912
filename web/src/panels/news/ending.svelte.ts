// How the end comes to the page: the board finishes, a breath, then beat by beat what was hidden, and only then is it
// told (`Pace.unveil`). The result sheet shows it, and stays. Who comes to a table that is over is told at once.

import { untrack } from "svelte";
import type { Finale } from "../../boards/contract";
import { loadFinale } from "../../boards/registry";
import type { Pace } from "../../pace/pace.svelte";
import { type GamePicture, isFinished } from "../../table/messages/model";

const BREATH_MS = 1600; // to see how the last scoring left the board
const ELSEWHERE_MS = 5000; // the big screen has a board that moves

/** When somebody looks at the page. */
const looked = (): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });

export class Ending {
  /** The sheet lies over the page. */
  open = $state(false);
  /** Somebody has seen the result, and gone on to look at the board. */
  left = $state(false);
  /** How much is unmasked; Infinity: all of it, and told. */
  beat = $state(0);
  /** null: this game's end is only told, or not known yet. */
  finale: Finale | null = $state.raw(null);
  readonly #pace: Pace;
  readonly #elsewhere: () => boolean;
  #run = 0;
  #wake: () => void = () => {};

  /** To be made where a component is. `elsewhere`: another screen shows it, and this one only waits. */
  constructor(pace: Pace, elsewhere: () => boolean = () => false) {
    [this.#pace, this.#elsewhere] = [pace, elsewhere];
    $effect(() => {
      const veiled = pace.veiled;
      untrack(() => (veiled ? void this.#play(veiled.picture.table.terms.game, veiled.picture.game!) : this.#stop()));
    });
    $effect(() => {
      if (this.over) untrack(() => void this.#tell());
    });
    $effect(() => () => this.#stop());
  }

  /** All that is around the board tells the end. */
  readonly over: boolean = $derived.by(() => isFinished(this.#pace.around.picture.table.stage));
  /** It is being unmasked. */
  readonly playing: boolean = $derived.by(() => this.#pace.veiled !== null);
  /** Another screen shows it. */
  readonly waiting: boolean = $derived.by(() => this.playing && this.#elsewhere());

  /** Straight to the result. */
  skip(): void {
    this.#stop();
    this.#pace.unveil();
  }

  show(): void {
    this.open = true;
  }

  /** To the board, which lies below. */
  close(): void {
    [this.open, this.left] = [false, true];
  }

  async #play(name: string, game: GamePicture): Promise<void> {
    const run = ++this.#run;
    this.beat = 0;
    const loading = loadFinale(name);
    await looked();
    if (!(await this.#pause(BREATH_MS, run))) return;
    const finale = await loading;
    if (run !== this.#run) return;
    [this.finale, this.open] = [finale, Boolean(finale)];
    const beats = finale?.beats(game) ?? [];
    if (this.#elsewhere()) await this.#pause(ELSEWHERE_MS, run);
    for (const ms of beats) {
      if (!(await this.#pause(ms, run))) return;
      await looked();
      if (run !== this.#run) return;
      this.beat += 1;
    }
    this.#pace.unveil();
  }

  /** Gives whether it goes on. */
  async #pause(ms: number, run: number): Promise<boolean> {
    if (run !== this.#run) return false;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return run === this.#run;
  }

  #stop(): void {
    this.#run++;
    this.#wake();
  }

  async #tell(): Promise<void> {
    const { table } = this.#pace.around.picture;
    this.finale ??= await loadFinale(table.terms.game);
    this.beat = Infinity;
    this.open = true;
  }
}
