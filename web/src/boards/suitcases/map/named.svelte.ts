import type { Heap } from "../pieces/stack";
import type { Atlas } from "./atlas";
import { Naming } from "./naming.svelte";

/** A map with what stands on it, as a test changes it, and its names. */
export class Named {
  heaps: ReadonlyMap<string, Heap> = $state.raw(new Map());
  naming: Naming = null!;
  readonly end: () => void;

  constructor(atlas: Atlas, size: { piece: number; font: number }, empty: Heap) {
    this.end = $effect.root(() => {
      this.naming = new Naming(() => ({
        ...{ atlas, size },
        heap: (place) => this.heaps.get(place) ?? empty,
        text: ({ name }) => name,
      }));
    });
  }
}
