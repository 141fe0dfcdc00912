// Building a page bit by bit: what is large comes in slices, a few of them between two frames, so that no task is long
// and the page answers while it grows. parts/Later.svelte is a slice. What only follows from something that was shown
// can wait until nothing moves any more.

import { flushSync } from "svelte";
import { afterFrame, isHeld, isMoving, stillness } from "./motion";

type Job = () => void;
interface Slice {
  readonly job: Job;
  /** It waits until nothing moves. */
  readonly patient: boolean;
}

const TASK_MS = 4; // after so long a task ends, and the next slice is another one's
const FRAME_MS = 6; // after so long the browser shall lay out and paint what there is, which takes it longer still

let queue: Slice[] = [];
let inner: Slice[] | null = null; // slices of the slice that is being built: they come next
let due = false;
let resting = false; // somebody looks out for stillness …
let tired = false; // … and has done so for too long
let quiet = false; // nothing moved when this frame's tasks began
let begun = 0; // when the first task after the last frame began

/** Does this when there is time, in the order in which it was asked for; gives what takes it back. */
export const later = (job: Job): (() => void) => add({ job, patient: false });

/** The same, but not while something moves. */
export const afterwards = (job: Job): (() => void) => add({ job, patient: true });

function add(slice: Slice): () => void {
  (inner ?? queue).push(slice);
  plan();
  return () => {
    queue = queue.filter((one) => one !== slice);
    inner = inner?.filter((one) => one !== slice) ?? null;
  };
}

/** Does something long when there is time, a step in each slice, and then the last thing; gives what takes it back. */
export function gradually(steps: Iterator<unknown>, last: Job): () => void {
  let cancel = later(step);
  function step(): void {
    if (steps.next().done) last();
    else cancel = later(step);
  }
  return () => cancel();
}

/** Another task begins: what asks for much at once asks for it in several. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** For what computes for long, asked between two steps: another task begins when this one has lasted long enough. */
export function breather(): () => Promise<void> {
  let end = performance.now() + TASK_MS;
  return async () => {
    if (performance.now() < end) return;
    await nextTask();
    end = performance.now() + TASK_MS;
  };
}

/** Begins each of these in a task of its own: to ask for something takes a slow phone some time. Gives what all give. */
export async function inTurn<Jobs extends readonly (() => unknown)[]>(
  ...jobs: Jobs
): Promise<{ -readonly [At in keyof Jobs]: Awaited<ReturnType<Jobs[At]>> }> {
  const begun: unknown[] = [];
  for (const job of jobs) {
    await nextTask();
    const made = Promise.resolve(job());
    made.catch(() => undefined); // it is told below
    begun.push(made);
  }
  return (await Promise.all(begun)) as { -readonly [At in keyof Jobs]: Awaited<ReturnType<Jobs[At]>> };
}

/** Waits until all that was asked for so far is done. */
export const caughtUp = (): Promise<void> => new Promise((resolve) => void later(resolve));

/** Does everything that waits, now. */
export function hurry(): void {
  while (queue.length) doSlice(0);
}

function plan(): void {
  if (due || !queue.length) return;
  // Not even a frame is asked for while something moves: for each one the browser looks at all that moves.
  if (queue.every((one) => one.patient) && !tired && isHeld()) {
    rest();
    return;
  }
  due = true;
  afterFrame(begin);
}

function begin(): void {
  begun = performance.now();
  // Asked before anything is built: else the browser would have to lay that out first.
  const patient = queue.length > 0 && queue.every((one) => one.patient);
  quiet = patient && (tired || !isMoving());
  if (patient && !quiet) rest();
  else work();
}

/** What may be done now; -1 if that is nothing. */
const next = (): number => queue.findIndex(({ patient }) => !patient || (quiet && (tired || !isHeld())));

function work(): void {
  const end = performance.now() + TASK_MS;
  while (next() >= 0 && performance.now() < end) doSlice(next());
  if (next() >= 0 && performance.now() < begun + FRAME_MS) {
    setTimeout(work);
    return;
  }
  due = tired = false;
  if (queue.length) plan();
}

/** Until nothing moves; what need not wait for that comes meanwhile. */
function rest(): void {
  due = false;
  if (resting) return;
  resting = true;
  void stillness().then(() => {
    resting = false;
    tired = isMoving();
    plan();
  });
}

function doSlice(index: number): void {
  const { job } = queue.splice(index, 1)[0]!;
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
