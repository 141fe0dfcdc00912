// One's own card at this screen: it is dealt to each seat once, lies in its place, and is turned over by whoever may see it.

import { noteDealt, wasDealt } from "../../app/device/dealt";
import type { OwnCard } from "../../boards/contract";
import { later } from "../../pace/slices";
import { watch } from "../../pace/watch.svelte";

/** Where the card lies; what is asked of it here counts by itself, so that an update elsewhere turns no card back. */
interface Place {
  readonly table: string;
  /** null: one only watches. */
  readonly seat: number | null;
  readonly card: OwnCard | null;
  /** Nobody is near who must not see it. */
  readonly alone: boolean;
  /** It is the first round: whoever has not been dealt the card yet gets it now. */
  readonly first: boolean;
}

export class CardHere {
  /** The seat whose card is being dealt now. */
  dealing: number | null = $state(null);
  /** The card lies on its way to its place, or still in the dealer's hand. */
  #covered = $state(false);
  readonly #place: Place;
  readonly #open = $derived.by(() => this.#place.alone && this.#place.card !== null && !this.#covered);
  /** What one has done to see it; other eyes have not. */
  #looks = $derived.by(() => ({ seat: this.#place.seat, held: false, turned: this.#open }));

  /** To be made where a component is. */
  constructor(place: Place) {
    this.#place = place;
    watch(
      () => [place.seat, Boolean(place.card?.figures.length)] as const,
      ([seat, known]) => {
        if (this.dealing !== seat) this.dealing = null;
        this.#covered = false;
        if (seat === null || !known || !place.first || wasDealt(place.table, seat)) return;
        this.#covered = true;
        // When all around it is there: a card does not turn smoothly while a board is being built.
        return later(() => {
          noteDealt(place.table, seat);
          this.dealing = seat;
        });
      },
    );
  }

  /** It is seen, for as long as it is held or until it is turned back. */
  get seen(): boolean {
    return this.#looks.held || this.#looks.turned;
  }

  get held(): boolean {
    return this.#looks.held;
  }

  set held(held: boolean) {
    this.#looks = { ...this.#looks, held };
  }

  get turned(): boolean {
    return this.#looks.turned;
  }

  set turned(turned: boolean) {
    this.#looks = { ...this.#looks, turned };
  }

  /** The card in its place is turned; then the one that was dealt goes. */
  readonly lay = (): void => {
    const seat = this.dealing;
    later(() => (this.#covered = this.#covered && this.dealing !== seat)); // not in the frame that ended its way
    later(() => {
      if (this.dealing === seat) this.dealing = null;
    });
  };
}
