import { Following } from "./following.svelte";

/** A value, as a test changes it, and what follows it. */
export class Follows {
  eyes: number | null = $state(0);
  value: string = $state("");
  following: Following<string> = null!;
  readonly seen: string[] = [];
  readonly end: () => void;

  constructor(first: string) {
    this.value = first;
    this.end = $effect.root(() => {
      this.following = new Following(
        () => this.eyes,
        () => this.value,
      );
      $effect(() => void this.seen.push(this.following.shown));
    });
  }
}
