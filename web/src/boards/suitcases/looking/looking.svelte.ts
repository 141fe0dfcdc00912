// Which part of the map is looked at, and how large: the whole of it, or what was zoomed and dragged to.

import type { Atlas, Point } from "../map/atlas";
import { around, extentOf, fit, held, pan, pinch, reveal, sizes, zoomAt, type View } from "./viewport";

const NEARER = 1.001; // less than this is the whole map

export class Looking {
  width = $state(0);
  height = $state(0);
  #moved: View | null = $state.raw(null); // null: the whole map
  readonly #atlas: () => Atlas;
  readonly #far: () => boolean;
  readonly #near: () => readonly Point[];

  /** `far`: whether it is seen from far away. `near`: what is to be seen first; nothing: the whole map. */
  constructor(atlas: () => Atlas, far: () => boolean, near: () => readonly Point[]) {
    this.#atlas = atlas;
    this.#far = far;
    this.#near = near;
  }

  readonly frame = $derived({ width: Math.max(this.width, 1), height: Math.max(this.height, 1) });
  readonly extent = $derived.by(() => extentOf(this.#atlas().size, this.frame));
  readonly #whole: View = $derived(fit(this.frame, this.extent));
  readonly #first: View = $derived.by(() => {
    const points = this.#near();
    return points.length ? held(around(points, this.frame), this.frame, this.extent) : this.#whole;
  });
  readonly view: View = $derived(this.#moved ? held(this.#moved, this.frame, this.extent) : this.#first);
  readonly isNear = $derived(this.view.k > this.#whole.k * NEARER);
  /** The view as a transform of drawings. */
  readonly placed = $derived(`translate(${this.view.left} ${this.view.top}) scale(${this.view.k})`);
  readonly size = $derived.by(() => sizes(this.view.k, this.#atlas().font, this.#far()));

  #look(next: View): void {
    this.#moved = next.k > this.#whole.k * NEARER ? next : null;
  }

  /** All of it again. */
  fit(): void {
    this.#moved = null;
  }

  drag(dx: number, dy: number): void {
    if (this.isNear) this.#look(pan(this.view, dx, dy, this.frame, this.extent));
  }

  pinch(before: Parameters<typeof pinch>[1], after: Parameters<typeof pinch>[2]): void {
    this.#look(pinch(this.view, before, after, this.frame, this.extent));
  }

  zoom(factor: number, at: Point = { x: this.frame.width / 2, y: this.frame.height / 2 }): void {
    this.#look(zoomAt(this.view, at, factor, this.frame, this.extent));
  }

  /** So that this can be seen, with some room around it. */
  reveal(point: Point, margin: number): void {
    if (this.isNear) this.#look(reveal(this.view, point, margin, this.frame, this.extent));
  }
}
