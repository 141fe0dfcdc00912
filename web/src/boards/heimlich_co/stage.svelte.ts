// What the board shows while news are acted out. It always ends as the newest picture says, however the news arrive:
// who is behind hurries, who is far behind goes straight to the end, and so does whoever taps the board.

import { type Happening, readEvent } from "./events";
import { type Picture, wrap } from "./picture";
import { type Episode, isScoring, movedIn } from "./telling";

export interface Shown {
  at: Readonly<Record<string, number>>;
  points: Readonly<Record<string, number>>;
  safe: number;
  roll: string | null;
}

/** A card on its way. */
export interface Flight {
  kind: "draw" | "play";
  seat: number;
}

interface Scene {
  picture: Picture;
  events: readonly Happening[];
}

const STEP_MS = 210;
const ROLL_MS = 720;
const FLIGHT_MS = 480;
const GAIN_MS = 430;
const STOPS = 3; // of a marker on its way: enough to go round a corner
const NOTICE_MS = 4200;
const KEPT = 3; // episodes to tell of
const BEHIND = 3; // scenes that may wait; with more, the eldest are not acted out

const shownOf = (picture: Picture): Shown => ({
  at: picture.at,
  points: picture.points,
  safe: picture.safe,
  roll: picture.roll ?? null,
});

/** Nothing that is acted out differs. */
const looksAlike = (one: Picture, other: Picture): boolean =>
  one === other || JSON.stringify(shownOf(one)) === JSON.stringify(shownOf(other));

export class Stage {
  shown: Shown = $state.raw({ at: {}, points: {}, safe: 0, roll: null });
  /** Numbers that float up from an agent. */
  gain: { agent: string; n: number } | null = $state.raw(null);
  tumbling = $state(false);
  flight: Flight | null = $state.raw(null);
  /** What is announced over the town for a while: a card, a scoring, who wants to play. */
  notice: Episode | null = $state.raw(null);
  /** What happened last, the newest at the end. */
  recent: readonly Episode[] = $state.raw([]);
  /** What a card has just touched: agents and places, as words. */
  touched: ReadonlySet<string> = $state.raw(new Set());
  /** How long one step of an agent takes now, in ms. */
  pace = $state(STEP_MS);
  playing = $state(false);

  #last: Picture;
  #queue: Scene[] = [];
  #run = 0;
  #wake: () => void = () => {};
  #fading: ReturnType<typeof setTimeout> | undefined;

  constructor(picture: Picture) {
    this.#last = picture;
    this.#settle(picture);
  }

  /** The newest picture, and the events that led to it. */
  see(picture: Picture, events: readonly string[], still: boolean): void {
    const scene: Scene = { picture, events: events.map(readEvent) };
    const quiet = scene.events.every(({ kind }) => kind === "other") && looksAlike(picture, this.#last);
    this.#last = picture;
    if (quiet) return;
    if (still || document.hidden) {
      this.finish();
      this.#tell(this.shown, scene);
      this.#settle(picture);
    } else {
      this.#queue.push(scene);
      if (!this.playing) void this.#play();
    }
  }

  /** Someone wants to go on: nothing stands in the way any more. */
  skip(): void {
    this.finish();
    this.notice = null;
  }

  /** Straight to the end. */
  finish(): void {
    if (!this.playing) return;
    this.#run++;
    this.#queue = [];
    this.#wake();
    this.playing = this.tumbling = false;
    this.gain = this.flight = null;
    this.#settle(this.#last);
  }

  /** Shows what was decided here before the news of it come, so that nothing is walked twice. */
  anticipate(change: Partial<Shown>): void {
    this.skip();
    this.shown = { ...this.shown, ...change };
  }

  /** What was anticipated did not come. */
  revert(): void {
    this.finish();
    this.#settle(this.#last);
  }

  /** No timer outlives the board. */
  close(): void {
    this.finish();
    clearTimeout(this.#fading);
  }

  #settle(picture: Picture): void {
    this.shown = shownOf(picture);
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #play(): Promise<void> {
    const run = ++this.#run;
    this.playing = true;
    while (this.#queue.length && run === this.#run) {
      while (this.#queue.length > BEHIND) this.#settle(this.#queue.shift()!.picture);
      const scene = this.#queue.shift()!;
      await this.#act(scene, run);
      if (run !== this.#run) return;
      this.#settle(scene.picture);
    }
    if (run === this.#run) this.playing = false;
  }

  async #act(scene: Scene, run: number): Promise<void> {
    const hurry = this.#queue.length ? 0.45 : 1;
    const before = this.shown;
    this.pace = STEP_MS * hurry;
    await this.#fly(scene, "play", hurry, run);
    if (run !== this.#run) return;
    this.#tell(before, scene);
    const walks = scene.events.find((event) => event.kind === "move");
    await this.#walk(scene.picture, walks?.kind === "move" ? walks.steps : null, run);
    if (run !== this.#run) return;
    if (this.shown.safe !== scene.picture.safe) {
      this.shown = { ...this.shown, safe: scene.picture.safe };
      await this.#wait(2 * this.pace);
      if (run !== this.#run) return;
    }
    await this.#fly(scene, "draw", hurry, run);
    if (run !== this.#run) return;
    await this.#score(scene.picture, hurry, run);
    if (run !== this.#run) return;
    const roll = scene.events.findLast((event) => event.kind === "roll");
    if (roll?.kind === "roll") {
      this.tumbling = true;
      await this.#wait(ROLL_MS * hurry);
      if (run !== this.#run) return;
      this.tumbling = false;
    }
  }

  /** Cards that are played, or drawn, one after the other. */
  async #fly({ events }: Scene, kind: Flight["kind"], hurry: number, run: number): Promise<void> {
    for (const event of events) {
      if (event.kind !== kind) continue;
      this.flight = { kind, seat: event.seat };
      await this.#wait(FLIGHT_MS * hurry);
      if (run !== this.#run) return;
    }
    this.flight = null;
  }

  /** Every agent goes where the picture has it: along the street, or, sent from afar, straight there. */
  async #walk(picture: Picture, steps: Readonly<Record<string, number>> | null, run: number): Promise<void> {
    const ways = new Map<string, number[]>();
    for (const [agent, to] of Object.entries(picture.at)) {
      const from = this.shown.at[agent] ?? to;
      if (from !== to) ways.set(agent, way(from, to, steps?.[agent]));
    }
    const longest = Math.max(0, ...[...ways.values()].map((stations) => stations.length));
    for (let i = 0; i < longest; i++) {
      const at = { ...this.shown.at };
      for (const [agent, stations] of ways) at[agent] = stations[Math.min(i, stations.length - 1)]!;
      this.shown = { ...this.shown, at };
      await this.#wait(this.pace);
      if (run !== this.#run) return;
    }
  }

  /** Marker by marker along the track, with the number over the agent. */
  async #score(picture: Picture, hurry: number, run: number): Promise<void> {
    for (const [agent, to] of Object.entries(picture.points)) {
      const from = this.shown.points[agent] ?? to;
      if (from === to) continue;
      this.gain = { agent, n: to - from };
      const stops = Math.min(STOPS, Math.abs(to - from));
      this.pace = (GAIN_MS * hurry) / stops;
      for (let i = 1; i <= stops; i++) {
        const points = from + Math.round(((to - from) * i) / stops);
        this.shown = { ...this.shown, points: { ...this.shown.points, [agent]: points } };
        await this.#wait(this.pace);
        if (run !== this.#run) return;
      }
    }
    this.gain = null;
  }

  #tell(before: Shown, { picture, events }: Scene): void {
    const episode: Episode = { before, after: picture, events };
    if (events.some(({ kind }) => kind !== "other") || isScoring(episode))
      this.recent = [...this.recent, episode].slice(-KEPT);
    if (!isNotable(episode)) return;
    this.notice = episode;
    this.touched = new Set(events.some(({ kind }) => kind === "play") ? movedIn(episode) : []);
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => {
      this.notice = null;
      this.touched = new Set();
    }, NOTICE_MS);
  }
}

/** Worth a banner; that nobody wants to play a card is not. */
const isNotable = (episode: Episode): boolean =>
  isScoring(episode) ||
  episode.events.some(
    (event) => event.kind === "play" || event.kind === "double" || (event.kind === "answers" && event.seats.length),
  );

/** The stations between two places: all of them on foot, only the last when sent from afar. */
export function way(from: number, to: number, steps?: number): number[] {
  const ahead = wrap(to - from);
  const back = wrap(from - to);
  if (steps !== undefined) return Array.from({ length: steps }, (_, i) => wrap(from + i + 1));
  if (ahead <= 3) return Array.from({ length: ahead }, (_, i) => wrap(from + i + 1));
  if (back <= 3) return Array.from({ length: back }, (_, i) => wrap(from - i - 1));
  return [to];
}
