// What is playing on the board just now: scenes, the trail of this turn, throws of the dice. It looks at every update
// once, and whatever it shows goes away by itself.
//
// A duel and an opened suitcase have three acts: how it stands, what turns up, and what that means. Until the third the
// map shows the pieces as they stood before (`held`), and the page is quiet: nothing else tells how it came out.

import { hold, holdFor, stillness } from "../../../pace/motion";
import type { News } from "../../contract";
import type { Picture } from "../picture";
import { told, type Footstep, type Scene, type Told } from "./scenes";

const SHOWN_MS = 2800;
const BLAST_MS = 1000;
/** How long each act lasts before the next: the glide to where it happens, cards face down, cards face up. */
const ACT_MS = { come: 340, closed: 650, open: 1000 };
// How long things move; the page is quiet meanwhile. The style sheets say the same.
const MOVING_MS = { glide: 320, dice: 790, blast: 1000 };
const KEPT_STEPS = 80;
const MOST = 2; // scenes that wait; in a burst of updates the older ones are left out

export type Shown = Exclude<Scene, { kind: "blast" }>;
/** 0: how it stands; 1: what turns up; 2: what that means. */
export type Act = 0 | 1 | 2;

export class Stage {
  scenes = $state.raw<readonly Shown[]>([]);
  /** How far the first of the scenes has come. */
  act = $state<Act>(0);
  /** What the map shows while a scene has not told yet how it came out; null: what there is. */
  held = $state.raw<Picture | null>(null);
  blasts = $state.raw<readonly { agent: string; place: string }[]>([]);
  trail = $state.raw<readonly Footstep[]>([]);
  /** What others walked since these eyes' own last step, before this turn. */
  past = $state.raw<readonly Footstep[]>([]);
  thrown = $state(0);
  #before: Picture | null = null;
  #seen = 0;
  #eyes: number | null | undefined;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #release: () => void = () => {};
  #letGo: () => void = () => {};

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
    const moving = [seen.rolled && MOVING_MS.dice];
    if (hasMoved(before, picture)) moving.push(MOVING_MS.glide);
    if (seen.scenes.some(({ kind }) => kind === "blast")) moving.push(MOVING_MS.blast);
    if (!still && moving.some(Boolean)) this.#hold(Math.max(...moving.map(Number)));
    if (seen.rolled) this.thrown += 1;
    this.#follow(seen, eyes);
    const scenes = seen.scenes.filter((scene): scene is Shown => scene.kind !== "blast");
    if (scenes.length) this.#play(scenes, walked(before, seen.footsteps), seen.footsteps.length > 0);
    for (const scene of seen.scenes) if (scene.kind === "blast") this.#burst(scene);
    return seen.rolled && !this.held;
  }

  /** The trail of this turn begins with its dice; those of the others' turns stay until one goes on oneself. */
  #follow({ rolled, footsteps }: Told, eyes: number | null): void {
    const isOwn = ({ seat }: Footstep): boolean => seat === eyes;
    if (rolled) this.past = this.trail.some(isOwn) ? [] : [...this.past, ...this.trail].slice(-KEPT_STEPS);
    if (footsteps.some(isOwn)) this.past = [];
    if (rolled || footsteps.length) this.trail = [...(rolled ? [] : this.trail), ...footsteps];
  }

  /** What is being acted out comes to its end; of what waits behind it, the newest is kept. */
  #play(scenes: readonly Shown[], before: Picture, comes: boolean): void {
    const [first, ...rest] = this.scenes;
    const waiting = [...rest, ...scenes];
    if (first && this.act < 2) {
      this.scenes = [first, ...waiting.slice(1 - MOST)];
      return;
    }
    if (first) this.#clear(); // it only stands there still
    this.scenes = waiting.slice(-MOST);
    this.held = before;
    this.#letGo = hold();
    this.act = 0;
    this.#soon((comes ? ACT_MS.come : 0) + ACT_MS.closed, this.#turn);
  }

  #turn = (): void => {
    this.act = 1;
    this.#soon(ACT_MS.open, this.#tell);
  };

  /** How it came out; if another scene waits, it comes before the map shows what there is. */
  #tell = (): void => {
    this.act = 2;
    this.#reveal();
    this.#later(SHOWN_MS, this.#next);
  };

  #next = (): void => {
    this.scenes = this.scenes.slice(1);
    this.act = 0;
    if (this.scenes.length) this.#soon(ACT_MS.closed, this.#turn);
  };

  /** The reader goes on: what has been told, and only stands there still, no longer covers the map. */
  dismiss(): void {
    if (!this.scenes.length || this.act < 2) return;
    this.#clear();
    this.act = 0;
    if (this.scenes.length) this.#soon(ACT_MS.closed, this.#turn);
  }

  #reveal(): void {
    this.held = null;
    this.#letGo();
  }

  #burst({ agent, place }: { agent: string; place: string }): void {
    this.blasts = [...this.blasts.filter((one) => one.agent !== agent), { agent, place }];
    this.#later(BLAST_MS, () => (this.blasts = this.blasts.filter((one) => one.agent !== agent)));
  }

  #hold(ms: number): void {
    this.#release();
    this.#release = holdFor(ms);
  }

  /** After so long, whatever moves. */
  #soon(ms: number, then: () => void): void {
    const timer = setTimeout(() => this.#timers.delete(timer) && then(), ms);
    this.#timers.add(timer);
  }

  /** After so long, and not before everything is at rest. */
  #later(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      void stillness().then(() => this.#timers.delete(timer) && then());
    }, ms);
    this.#timers.add(timer);
  }

  #clear(): void {
    this.#timers.forEach(clearTimeout);
    this.#timers.clear();
    this.scenes = this.scenes.slice(1);
    this.blasts = [];
  }

  #forget(): void {
    this.end();
    [this.#before, this.#seen, this.scenes, this.blasts, this.act] = [null, 0, [], [], 0];
    [this.trail, this.past] = [[], []];
  }

  end(): void {
    this.#release();
    this.#reveal();
    this.#timers.forEach(clearTimeout);
    this.#timers.clear();
  }
}

/** The pieces as they stood, with those who walk where it happens. */
function walked(before: Picture, footsteps: readonly Footstep[]): Picture {
  const moved = footsteps.map(({ seat, number, to }) => [`${seat}-${number}`, to] as const);
  return { ...before, at: { ...before.at, ...Object.fromEntries(moved.filter(([id]) => id in before.at)) } };
}

const hasMoved = ({ at: before, lying: lay }: Picture, { at: now, lying: lie }: Picture): boolean =>
  Object.keys(now).some((agent) => before[agent] !== now[agent]) || Object.keys(lie).some((one) => lay[one] !== lie[one]);
