// What the board shows while news are acted out. Pictures come one by one, when the last one was acted out; whatever still
// plays when another comes goes straight to its end, and so it does for whoever taps the board.
//
// An act has parts, one after the other: cards, a walk, the safe, a scoring, the die. Each is told whole when it begins,
// so that the browser moves everything by itself, and the page does nothing until all of it has come to rest.

import { afterFrame, ended, hold, stillness } from "../../../pace/motion";
import { sameJson } from "../../../table/messages/patches";
import { type Happening, readEvent } from "./events";
import type { Picture } from "../picture";
import { count, type Gain, type Numbers, walkTo } from "./steps";
import { type Episode, isScoring, movedIn } from "./telling";

export interface Shown {
  at: Numbers;
  points: Numbers;
  safe: number;
  roll: string | null;
}

/** A card on its way. */
export interface Flight {
  kind: "draw" | "play";
  seat: number;
  ms: number;
}

interface Scene {
  picture: Picture;
  events: readonly Happening[];
}

const STEP_MS = 210;
const ROLL_MS = 720;
const FLIGHT_MS = 480;
const GAIN_MS = 430;
const FRAMES_MS = 34;
const BANNER_MS = 250; // until it has come; the style sheet says the same
const READ_MS = 1700; // how long a banner is to be seen at least
const NOTICE_MS = 4200;
const KEPT = 3; // episodes to tell of

const shownOf = (picture: Picture): Shown => ({
  at: picture.at,
  points: picture.points,
  safe: picture.safe,
  roll: picture.roll ?? null,
});

/** Nothing that is acted out differs. */
const looksAlike = (one: Picture, other: Picture): boolean =>
  one === other || sameJson(shownOf(one), shownOf(other));

export class Stage {
  shown: Shown = $state.raw({ at: {}, points: {}, safe: 0, roll: null });
  /** Where agents pass on their way, step by step. */
  walk: readonly Numbers[] | null = $state.raw(null);
  /** Where markers pass in a scoring, beat by beat. */
  count: readonly Numbers[] | null = $state.raw(null);
  /** What the last scoring brought; it floats up while markers move. */
  gains: readonly Gain[] = $state.raw([]);
  /** Points in figures: they change when the markers have arrived. */
  points: Numbers = $state.raw({});
  /** For so many ms. */
  tumbling = $state(0);
  flight: Flight | null = $state.raw(null);
  /** What is announced over the town for a while: a card, a scoring, who wants to play. */
  notice: Episode | null = $state.raw(null);
  /** What happened last, the newest at the end. */
  recent: readonly Episode[] = $state.raw([]);
  /** What a card has just touched: agents and places, as words. */
  touched: ReadonlySet<string> = $state.raw(new Set());
  /** How long one step of an agent or a marker takes now, in ms. */
  pace = $state(STEP_MS);
  playing = $state(false);

  #last: Picture;
  #actor: number | null = null;
  #since = 0; // when the banner came
  #untold: Episode | null = null; // what will be told of when it was seen
  #run = 0;
  #wake: () => void = () => {};
  #release: () => void = () => {};
  #fading: ReturnType<typeof setTimeout> | undefined;

  constructor(picture: Picture) {
    this.#last = picture;
    this.#settle(picture);
  }

  /** The newest picture, and the events that led to it. */
  see(picture: Picture, events: readonly string[], still: boolean, stretch = 1): void {
    const scene: Scene = { picture, events: events.map(readEvent) };
    const quiet = scene.events.every(({ kind }) => kind === "other") && looksAlike(picture, this.#last);
    if (!quiet) {
      this.finish();
      this.#hide(); // the next thing happens
    }
    this.#last = picture;
    if (quiet) return;
    if (still || document.hidden) {
      const episode = this.#remember(this.shown, scene);
      // With a roll the next turn has begun: the banner stays only for as long as it takes to read it.
      const begins = scene.events.some(({ kind }) => kind === "roll");
      if (isNotable(episode)) this.#show(episode, begins ? READ_MS * stretch : NOTICE_MS);
      this.#settle(picture);
    } else {
      void this.#play(scene, stretch);
    }
  }

  /** Nothing is left to act out: this is how it came out. */
  settle(picture: Picture): void {
    this.finish();
    this.#last = picture;
    this.#settle(picture);
  }

  /** Someone wants to go on: nothing stands in the way any more. */
  skip(): void {
    this.finish();
    this.#hide();
  }

  /** Straight to the end. */
  finish(): void {
    if (!this.playing) return;
    this.#run++;
    this.#wake();
    this.playing = false;
    this.tumbling = 0;
    this.flight = null;
    this.#settle(this.#last);
    this.#release();
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
    if (this.#untold) this.recent = [...this.recent, this.#untold].slice(-KEPT);
    this.#untold = null;
    this.shown = shownOf(picture);
    this.points = picture.points;
    this.walk = this.count = null;
  }

  /** Until a frame was drawn, and for so long after it; gives whether the play goes on. */
  async #drawn(ms: number, run: number): Promise<boolean> {
    await new Promise<void>((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const cancel = afterFrame(() => (timer = setTimeout(resolve, ms)));
      this.#wake = () => {
        cancel();
        clearTimeout(timer);
        resolve();
      };
    });
    return run === this.#run;
  }

  /** Until what has just begun to move is over, which takes so long; gives whether the play goes on. */
  async #over(ms: number, run: number): Promise<boolean> {
    // It begins with a frame, which may take long on a slow machine, and ends with one.
    if (await this.#drawn(ms + FRAMES_MS, run)) await ended(); // it may have begun later
    return run === this.#run;
  }

  async #play(scene: Scene, hurry: number): Promise<void> {
    const run = ++this.#run;
    this.playing = true;
    this.#release = hold();
    if (!(await this.#act(scene, hurry, run))) return;
    this.#settle(this.#last);
    this.playing = false;
    this.#release();
  }

  /** One update; gives whether it came to its end. */
  async #act(scene: Scene, hurry: number, run: number): Promise<boolean> {
    const before = this.shown;
    if (!(await this.#fly(scene, "play", hurry, run))) return false;
    const episode = this.#remember(before, scene);
    const ofMarkers = isScoring(episode) && !isOfCards(episode);
    return (
      (ofMarkers || (await this.#announce(episode, hurry, run))) &&
      (await this.#go(scene, hurry, run)) &&
      (await this.#carry(scene, hurry, run)) &&
      (await this.#fly(scene, "draw", hurry, run)) &&
      (!ofMarkers || (await this.#announce(episode, hurry, run))) &&
      (await this.#score(scene.picture, hurry, run)) &&
      (await this.#clear(scene, hurry, run)) &&
      (await this.#roll(scene, hurry, run))
    );
  }

  /** Cards that are played, or drawn, one after the other. */
  async #fly({ events }: Scene, kind: Flight["kind"], hurry: number, run: number): Promise<boolean> {
    for (const event of events) {
      if (event.kind !== kind) continue;
      this.flight = { kind, seat: event.seat, ms: FLIGHT_MS * hurry };
      if (!(await this.#over(FLIGHT_MS * hurry, run))) return false;
    }
    this.flight = null;
    return true;
  }

  /** Every agent goes where the picture has it: along the street, or, sent from afar, straight there. */
  async #go({ picture, events }: Scene, hurry: number, run: number): Promise<boolean> {
    const moves = events.filter((event) => event.kind === "move");
    const steps = moves.length === 1 ? moves[0]!.steps : null; // of several, nobody knows who made which
    const walk = walkTo(this.shown.at, picture.at, steps);
    if (!walk.length) return true;
    this.pace = STEP_MS * hurry;
    this.walk = walk;
    this.shown = { ...this.shown, at: walk.at(-1)! };
    const goesOn = await this.#over(walk.length * this.pace, run);
    if (goesOn) this.walk = null;
    return goesOn;
  }

  async #carry({ picture }: Scene, hurry: number, run: number): Promise<boolean> {
    if (this.shown.safe === picture.safe) return true;
    this.pace = STEP_MS * hurry;
    this.shown = { ...this.shown, safe: picture.safe };
    return this.#over(2 * this.pace, run);
  }

  /** Marker by marker along the track, with the number over the agent. */
  async #score(picture: Picture, hurry: number, run: number): Promise<boolean> {
    const { gains, beats, pace } = count(this.shown.points, picture.points, GAIN_MS * hurry);
    if (!gains.length) return true;
    this.gains = gains; // they are written before anything moves
    if (!(await this.#drawn(0, run))) return false;
    [this.pace, this.count] = [pace, beats];
    const points = beats.at(-1)!;
    this.shown = { ...this.shown, points };
    const goesOn = await this.#over(beats.length * pace, run);
    if (goesOn) [this.count, this.points] = [null, points];
    return goesOn;
  }

  async #roll({ picture, events }: Scene, hurry: number, run: number): Promise<boolean> {
    if (!events.some((event) => event.kind === "roll")) return true;
    this.tumbling = ROLL_MS * hurry;
    this.shown = { ...this.shown, roll: picture.roll ?? null };
    const goesOn = await this.#over(this.tumbling, run);
    if (goesOn) this.tumbling = 0;
    return goesOn;
  }

  /** It will be told of when it was seen. */
  #remember(before: Shown, { picture, events }: Scene): Episode {
    const doer = events.findLast((event) => event.kind === "move" || event.kind === "play");
    this.#actor = doer?.seat ?? this.#actor;
    const episode: Episode = { before, after: picture, events, actor: this.#actor };
    if (events.some(({ kind }) => kind !== "other") || isScoring(episode)) this.#untold = episode;
    return episode;
  }

  /** A banner before what it tells of: it comes while nothing else moves. */
  async #announce(episode: Episode, hurry: number, run: number): Promise<boolean> {
    if (!isNotable(episode)) return true;
    this.#show(episode);
    return this.#over(BANNER_MS * hurry, run);
  }

  /** A banner goes before the next turn begins, which it does with a roll; and not before it could be read. */
  async #clear({ events }: Scene, hurry: number, run: number): Promise<boolean> {
    if (!this.notice || !events.some(({ kind }) => kind === "roll")) return true;
    const left = this.#since + READ_MS * hurry - performance.now();
    const goesOn = left <= 0 || (await this.#drawn(left, run));
    if (goesOn) this.#hide();
    return goesOn;
  }

  #hide(): void {
    clearTimeout(this.#fading);
    this.notice = null;
    if (this.touched.size) this.touched = new Set();
  }

  #show(episode: Episode, ms = NOTICE_MS): void {
    this.notice = episode;
    this.#since = performance.now();
    this.touched = new Set(episode.events.some(({ kind }) => kind === "play") ? movedIn(episode) : []);
    clearTimeout(this.#fading);
    const fading = (this.#fading = setTimeout(async () => {
      await stillness();
      if (fading === this.#fading) this.#hide();
    }, ms));
  }
}

/** Something is to be told of cards. */
const isOfCards = ({ events }: Episode): boolean =>
  events.some(
    (event) => event.kind === "play" || event.kind === "double" || (event.kind === "answers" && event.seats.length > 0),
  );

/** Worth a banner; that nobody wants to play a card is not. */
const isNotable = (episode: Episode): boolean => isScoring(episode) || isOfCards(episode);
