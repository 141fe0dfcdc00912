// One screen for several who play (hot-seat): whose turn it is at the screen decides what is shown, and a curtain hangs
// between them.

import type { Refused } from "../../app/server/refused";
import type { Follower } from "../connection/follower.svelte";
import { awaitedIn, type Known } from "../messages/model";
import { type Round, sayInRound, skipInRound, startRound } from "./round";

/** What a screen must know of the room that it is in. */
export interface Surroundings {
  /** The seats that are played here. */
  mine(): readonly number[];
  known(): Known | null;
  /** The eyes of a seat, or, with null, everyone's. */
  follower(seat: number | null): Follower | undefined;
}

const LATE = ["stale", "answered", "stage", "rules"]; // meanwhile the server has answered for them

export class Screen {
  /** Whose eyes look now; null: nobody's. */
  shown: number | null = $state(null);
  #round: Round | null = $state.raw(null);
  readonly #room: Surroundings;

  constructor(room: Surroundings) {
    this.#room = room;
  }

  readonly shared: boolean = $derived.by(() => this.#room.mine().length > 1);
  /** Own seats that are asked something. */
  readonly asked: readonly number[] = $derived.by(() =>
    this.#room.mine().filter((seat) => this.#room.follower(seat)?.known?.offer.length),
  );
  /** Own seats that this screen is still to be given to. */
  readonly waiting: readonly number[] = $derived.by(() =>
    this.#round?.waiting.length ? this.#round.waiting : this.asked,
  );
  /** The one at the screen has nothing to say, but nobody else may see that. */
  readonly mute: boolean = $derived.by(
    () => this.shown !== null && this.#round?.waiting.includes(this.shown) === true && !this.asked.includes(this.shown),
  );
  /** The seat that this screen is to be handed to next; null: no curtain. */
  readonly curtain: number | null = $derived.by(() => {
    if (!this.shared || this.#room.known()?.picture.table.stage !== "playing") return null;
    if (this.shown !== null && this.waiting.includes(this.shown)) return null;
    const from = this.shown ?? -1;
    return this.waiting.find((seat) => seat > from) ?? this.waiting[0] ?? null;
  });

  /** All at this screen, and everyone's eyes, know of the same question: each of them has a connection of its own. */
  readonly agreed: boolean = $derived.by(() => {
    const everyone = this.#question(null);
    return this.#room.mine().every((seat) => this.#question(seat) === everyone);
  });

  /** What is asked now, as these eyes know it; updates have other numbers for each of them. */
  #question(eyes: number | null): string {
    const game = this.#room.follower(eyes)?.known?.picture.game;
    return game ? `${game.turn} ${game.seat} ${game.phase}` : "";
  }

  /** To be called when what is known has changed: whether all at this screen are asked, and whether someone still is. */
  passOn(): void {
    const open = this.#room.follower(null)?.known?.picture;
    if (!this.shared || !open?.game || open.game.result) return; // at the end the same eyes go on looking
    const asked = awaitedIn(open).filter((seat) => this.#room.mine().includes(seat));
    this.#round = startRound(this.#round, open.game, asked);
    if (!this.agreed) return; // a question to all may be on its way to some of them: it takes the screen from nobody
    if (this.shown !== null && !this.waiting.includes(this.shown)) this.shown = null;
  }

  /** The curtain is drawn: this seat looks now. */
  uncover(seat: number): void {
    this.shown = seat;
  }

  /** The one who has nothing to say gives the screen to the next. */
  async handOn(): Promise<void> {
    if (this.#round && this.shown !== null) await this.#finish(skipInRound(this.#round, this.shown));
  }

  /** What the one who looks has decided. */
  async decide(follower: Follower, action: string): Promise<void> {
    const { seat } = follower;
    if (seat !== null && this.#round?.waiting.includes(seat)) await this.#finish(sayInRound(this.#round, seat, action));
    else await follower.decide(action);
  }

  /** What was said in a round is sent when all at this screen have been asked. */
  async #finish(round: Round): Promise<void> {
    this.#round = round.waiting.length ? round : { ...round, said: new Map() };
    if (round.waiting.length) return;
    const sent = [...round.said].map(([seat, word]) => this.#room.follower(seat)?.decide(word));
    for (const one of await Promise.allSettled(sent)) {
      if (one.status === "rejected" && !LATE.includes((one.reason as Refused).code)) throw one.reason;
    }
  }
}
