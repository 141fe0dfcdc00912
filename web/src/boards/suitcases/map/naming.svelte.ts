// The cities' names as they stand now. They move only where something has come or gone, and when it has arrived.

import { untrack } from "svelte";
import { Following } from "../../../pace/following.svelte";
import { gradually, sliced } from "../../../pace/slices";
import { watch } from "../../../pace/watch.svelte";
import { steady } from "../../../table/messages/patches";
import type { Heap } from "../pieces/stack";
import type { Atlas, Place } from "./atlas";
import { allOf, boxOf, fitting, fontsFor, placing, widthOf, type Box, type Measures, type Name } from "./names";

const EMPTY: Heap = { agents: 0, carrying: false, cases: 0 };

const LETTERS = 100; // pixels, to measure them
const widths = new Map<string, number>();
let canvas: CanvasRenderingContext2D | null | undefined;

/** How wide a text is as this browser draws it, in letters' sizes. */
function measured(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas?.measureText) return widthOf(text);
  canvas.font = `600 ${LETTERS}px ${FAMILY}`;
  const width = canvas.measureText(text).width / LETTERS;
  widths.set(text, width);
  return width;
}

/** The letters of names: those that most systems have, as wide as the names' first spots were found for. */
export const FAMILY = 'Arial, Roboto, "Liberation Sans", sans-serif';

interface Around {
  atlas: Atlas;
  size: Measures;
  heap: (place: string) => Heap;
  text: (place: Place) => string;
}

/** What stands at each place. */
type Crowd = readonly (readonly [place: string, heap: Heap])[];

export class Naming {
  readonly #around: () => Around;
  readonly #same = steady<Crowd>();
  readonly #arrived: Following<Crowd>;
  /** What the names stand around. */
  #crowd: Crowd = $state.raw([]);
  /** The names that were found last, and from what. */
  #found: { readonly given: readonly unknown[]; readonly names: readonly Name[] } = { given: [], names: [] };
  #prepared = false;

  constructor(around: () => Around) {
    this.#around = around;
    this.#arrived = new Following(
      () => null,
      () => this.#newest,
    );
    watch(
      () => this.#arrived.shown,
      (crowd) => {
        if (this.#prepared && crowd !== this.#crowd) return gradually(this.#find(crowd), () => (this.#crowd = crowd));
      },
    );
  }

  readonly #places = $derived.by(() => [...this.#around().atlas.places.values()]);
  readonly #texts = $derived.by(() => {
    const { text } = this.#around();
    return new Map(this.#places.map((place) => [place.id, text(place)]));
  });
  readonly #spell = $derived.by(() => {
    const texts = this.#texts;
    return ({ id }: Place): string => texts.get(id) ?? "";
  });
  readonly #newest: Crowd = $derived.by(() => {
    const { heap } = this.#around();
    return this.#same(this.#places.map(({ id }) => [id, heap(id)] as const));
  });
  readonly #measures = $derived.by(() => {
    const { atlas, size } = this.#around();
    return { piece: size.piece, font: size.font, side: atlas.size };
  });

  /** What names need before they are drawn first, in short steps. To measure one also finds the typeface, which takes a
   * browser longest. */
  *prepare(): Generator<void> {
    const texts = [...this.#texts.values()];
    for (const part of [texts.slice(0, 1), ...sliced(texts.slice(1), 12)]) {
      part.forEach(measured);
      yield;
    }
    yield* this.#fitting();
    this.#prepared = true;
    const crowd = this.#arrived.shown;
    yield* this.#find(crowd);
    if (crowd === this.#arrived.shown) this.#crowd = crowd;
  }

  /** All that names depend on, around these. */
  #given(crowd: Crowd) {
    return [crowd, this.#places, this.#spell, this.#measures, this.font] as const;
  }

  /** Where names go around these, in short steps; `names` looks it up then. */
  *#find(crowd: Crowd): Generator<void, readonly Name[]> {
    const given = this.#given(crowd);
    const [, places, spell, { piece, side }, font] = given;
    const heaps = new Map(crowd);
    const names = yield* placing(places, spell, (place) => heaps.get(place) ?? EMPTY, { piece, font, width: measured }, side);
    this.#found = { given, names };
    return names;
  }

  /** What fits, by the sizes of pieces and letters. */
  readonly #tried = $derived.by(() => {
    void this.#spell;
    return new Map<string, boolean>();
  });

  /** The largest letters that fit, in short steps. */
  *#fitting(): Generator<void, number> {
    const { piece, font: wished, side } = this.#measures;
    const [places, spell, tried] = [this.#places, this.#spell, this.#tried];
    const fonts = fontsFor(wished);
    for (const font of fonts) {
      const key = `${piece} ${font}`;
      const fits = tried.get(key) ?? (yield* fitting(places, spell, { piece, font, width: measured }, side));
      tried.set(key, fits);
      if (fits) return font;
    }
    return fonts.at(-1) ?? wished;
  }

  /** The size of letters: smaller than wished for where they would not fit. */
  readonly font: number = $derived.by(() => allOf(this.#fitting()));

  readonly names: readonly Name[] = $derived.by(() => {
    const given = this.#given(this.#crowd);
    if (given.every((one, at) => one === this.#found.given[at])) return this.#found.names;
    return untrack(() => allOf(this.#find(this.#crowd)));
  });

  /** The room that they take. */
  readonly boxes: readonly Box[] = $derived.by(() => {
    const measures = { piece: 1, font: this.font, width: measured };
    return this.names.map((name) => boxOf(name, measures));
  });
}
