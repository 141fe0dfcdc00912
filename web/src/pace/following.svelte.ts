// What is shown of something that changes, where it need not be shown at once: it follows when nothing moves, so that
// what is redrawn then is not drawn together with what moves, nor with all else that waits.

import { untrack } from "svelte";
import { afterwards } from "./slices";

interface Held<Value> {
  readonly eyes: number | null;
  readonly value: Value;
}

export class Following<Value> {
  #held: Held<Value> = $state.raw(null!);
  readonly #newest: () => Held<Value>;

  /** To be made where a component is: it follows `value` as long as that lives; with other eyes at once. */
  constructor(eyes: () => number | null, value: () => Value) {
    this.#newest = () => ({ eyes: eyes(), value: value() });
    this.#held = untrack(this.#newest);
    $effect(() => {
      const next = this.#newest();
      if (next.value === untrack(() => this.#held.value)) return;
      return afterwards(() => (this.#held = next));
    });
  }

  /** What is shown now. */
  readonly shown: Value = $derived.by(() => {
    const newest = this.#newest();
    return this.#held.eyes === newest.eyes ? this.#held.value : newest.value;
  });

  /** This once it does not wait. */
  catchUp(): void {
    this.#held = untrack(this.#newest);
  }
}
