// Building a page bit by bit: what is large comes in slices, a few of them between two frames, so that no task is long
// and the page answers while it grows. parts/Later.svelte is a slice.

import { flushSync } from "svelte";

type Job = () => void;

const TASK_MS = 4; // after so long a task ends, and the next slice is another one's
const FRAME_MS = 24; // after so long the browser shall lay out and paint what there is

let queue: Job[] = [];
let inner: Job[] | null = null; // slices of the slice that is being built: they come next
let due = false;
let begun = 0; // when the first task after the last frame began

/** Does this when there is time, in the order in which it was asked for; gives what takes it back. */
export function later(job: Job): () => void {
  (inner ?? queue).push(job);
  plan();
  return () => {
    queue = queue.filter((one) => one !== job);
    inner = inner?.filter((one) => one !== job) ?? null;
  };
}

/** Does everything that waits, now. */
export function hurry(): void {
  while (queue.length) doNext();
}

function plan(): void {
  if (due) return;
  due = true;
  // After the next frame, and not in it; nobody draws frames of a page that nobody sees.
  if (document.hidden) setTimeout(begin);
  else requestAnimationFrame(() => setTimeout(begin));
}

function begin(): void {
  begun = performance.now();
  work();
}

function work(): void {
  const end = performance.now() + TASK_MS;
  while (queue.length && performance.now() < end) doNext();
  if (queue.length && performance.now() < begun + FRAME_MS) {
    setTimeout(work);
    return;
  }
  due = false;
  if (queue.length) plan();
}

function doNext(): void {
  const job = queue.shift()!;
  inner = [];
  try {
    flushSync(job);
  } finally {
    queue = [...inner, ...queue];
    inner = null;
  }
}

/** A list in slices of some items each. */
export function sliced<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
