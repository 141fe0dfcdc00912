import type { Known } from "../src/model";
import { Pace } from "../src/pace.svelte";

/** What is known, as a test changes it, and the pace at which a page would show it. */
export class Paced {
  seat: number | null = $state(0);
  known: Known = $state.raw(null!);
  pace: Pace = null!;
  readonly end: () => void;

  constructor(first: Known) {
    this.known = first;
    this.end = $effect.root(() => {
      this.pace = new Pace(() => ({ seat: this.seat, known: this.known }));
    });
  }
}
