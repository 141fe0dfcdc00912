// What is playing on the board just now: scenes, the trail of this turn, throws of the dice. It looks at every update
// once, and whatever it shows goes away by itself.

import { holdFor, stillness } from "../../../pace/motion";
import type { News } from "../../contract";
import type { Picture } from "../picture";
import { told, type Footstep, type Scene } from "./scenes";

const SHOWN_MS = 2800;
const BLAST_MS = 1000;
// How long things move; the page is quiet meanwhile. The style sheets say the same.
const MOVING_MS = { glide: 320, dice: 790, duel: 700, opened: 1200, blast: 1000 };
const MOST = 2; // scenes that wait; in a burst of updates the older ones are left out

export class Stage {
  scenes = $state.raw<readonly Exclude<Scene, { kind: "blast" }>[]>([]);
  blasts = $state.raw<readonly { agent: string; place: string }[]>([]);
  trail = $state.raw<readonly Footstep[]>([]);
  thrown = $state(0);
  #before: Picture | null = null;
  #seen = 0;
  #eyes: number | null | undefined;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #release: () => void = () => {};

  /**
   * A new picture, with all updates that these eyes know. The first time nothing is shown: it happened before. Each pair
   * of eyes counts its own updates, so with others it begins anew. Gives whether dice are thrown.
   */
  look(picture: Picture, news: readonly News[], eyes: number | null, still = true): boolean {
    if (eyes !== this.#eyes) this.#forget();
    this.#eyes = eyes;
    const fresh = news.filter(({ n }) => n > this.#seen);
    const before = this.#before;
    this.#before = picture;
    this.#seen = news.at(-1)?.n ?? this.#seen;
    if (!before || !fresh.length) return false;
    const seen = told(
      before,
      picture,
      fresh.flatMap(({ events }) => events),
    );
    const moving = [seen.rolled && MOVING_MS.dice, ...seen.scenes.map(({ kind }) => MOVING_MS[kind])];
    if (hasMoved(before, picture)) moving.push(MOVING_MS.glide);
    if (!still && moving.some(Boolean)) this.#hold(Math.max(...moving.map(Number)));
    if (seen.rolled) this.thrown += 1;
    if (seen.rolled || seen.footsteps.length) this.trail = [...(seen.rolled ? [] : this.trail), ...seen.footsteps];
    for (const scene of seen.scenes) {
      if (scene.kind === "blast") this.#burst(scene);
      else this.#play(scene);
    }
    return seen.rolled;
  }

  #play(scene: Exclude<Scene, { kind: "blast" }>): void {
    const idle = this.scenes.length === 0;
    this.scenes = [...this.scenes, scene].slice(-MOST);
    if (idle) this.#later(SHOWN_MS, this.#next);
  }

  #next = (): void => {
    this.scenes = this.scenes.slice(1);
    if (this.scenes.length) this.#later(SHOWN_MS, this.#next);
  };

  #burst({ agent, place }: { agent: string; place: string }): void {
    this.blasts = [...this.blasts.filter((one) => one.agent !== agent), { agent, place }];
    this.#later(BLAST_MS, () => (this.blasts = this.blasts.filter((one) => one.agent !== agent)));
  }

  #hold(ms: number): void {
    this.#release();
    this.#release = holdFor(ms);
  }

  /** After so long, and not before everything is at rest. */
  #later(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      void stillness().then(() => this.#timers.delete(timer) && then());
    }, ms);
    this.#timers.add(timer);
  }

  #forget(): void {
    this.end();
    [this.#before, this.#seen, this.scenes, this.blasts, this.trail] = [null, 0, [], [], []];
  }

  end(): void {
    this.#release();
    this.#timers.forEach(clearTimeout);
    this.#timers.clear();
  }
}

const hasMoved = ({ at: before, lying: lay }: Picture, { at: now, lying: lie }: Picture): boolean =>
  Object.keys(now).some((agent) => before[agent] !== now[agent]) || Object.keys(lie).some((one) => lay[one] !== lie[one]);
