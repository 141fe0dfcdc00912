// Effects that name what they depend on.

import { untrack } from "svelte";

/**
 * Does something at first and whenever one of these values changes; what it reads besides does not count. What it gives
 * back is called before the next time, and at the end. To be called where a component is made.
 */
export function watch<Value>(values: () => Value, then: (now: Value) => void | (() => void)): void {
  $effect(() => {
    const now = values();
    return untrack(() => then(now));
  });
}
