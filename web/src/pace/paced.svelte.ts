import { afterwards } from "./slices";
import type { Known } from "../table/messages/model";
import { Pace } from "./pace.svelte";
import type { Timing } from "./tempo";

/** What is known, as a test changes it, and the pace at which a page would show it. */
export class Paced {
  seat: number | null = $state(0);
  known: Known = $state.raw(null!);
  timing: Timing = $state.raw({ tempo: "live", still: false });
  pace: Pace = null!;
  /** What was told in a slice of its own, and what the board showed then. */
  readonly told: [around: number, board: number][] = [];
  readonly end: () => void;

  constructor(first: Known) {
    this.known = first;
    this.end = $effect.root(() => {
      this.pace = new Pace(
        () => ({ seat: this.seat, known: this.known }),
        () => this.timing,
      );
      $effect(() => {
        const { n } = this.pace.around;
        afterwards(() => this.told.push([n, this.pace.board.n]));
      });
    });
  }
}
