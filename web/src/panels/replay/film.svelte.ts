// A game that is over plays by itself: when the board has acted out a step, the next one comes after a while.

import type { Pace } from "../../pace/pace.svelte";
import type { Reel } from "../../table/replay/reel.svelte";

export const SPEEDS = ["slow", "normal", "fast"] as const;
export type Speed = (typeof SPEEDS)[number];

/** How long a step stays once it was acted out, in ms. */
export const REST_MS: Readonly<Record<Speed, number>> = { slow: 2200, normal: 900, fast: 150 };

/** To be called where a component is made. */
export function playFilm(reel: Reel, pace: Pace, state: () => { playing: boolean; speed: Speed }, end: () => void): void {
  $effect(() => {
    const { playing, speed } = state();
    if (!playing) return;
    if (reel.atEnd) {
      end();
      return;
    }
    if (!pace.settled || pace.acting) return;
    const timer = setTimeout(() => reel.step(), REST_MS[speed]);
    return () => clearTimeout(timer);
  });
}
