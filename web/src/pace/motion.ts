// What moves, and when nothing does. While something moves, the page does nothing else that the browser would have to
// lay out: slices.ts waits for stillness here.

const ENDLESS_MS = 4000; // what moves for longer is not waited for
const LONGEST_MS = 8000; // nor is anything else for longer than this
const UNDRAWN_MS = 500; // who draws no frame for so long draws none
const FRAMES_MS = 50; // it begins and ends with a frame

let held = 0;
let freed: () => void = () => {};
let free = Promise.resolve();

/** Several motions that belong together begin; gives what ends it. */
export function hold(): () => void {
  if (held++ === 0) free = new Promise((resolve) => (freed = resolve));
  let over = false;
  return () => {
    if (over) return;
    over = true;
    if (--held === 0) freed();
  };
}

/** What moves now and will end. */
function running(): Animation[] {
  const ends = ({ effect }: Animation): boolean => Number(effect?.getComputedTiming().endTime) < ENDLESS_MS;
  return (document.getAnimations?.() ?? []).filter((one) => one.playState === "running" && ends(one));
}

/** Motions that belong together are under way; to one who does not see them, nothing is. */
export const isHeld = (): boolean => !document.hidden && held > 0;

export const isMoving = (): boolean => isHeld() || (!document.hidden && running().length > 0);

/** When all that moves now has come to its end; what begins meanwhile is not waited for. */
export async function ended(): Promise<void> {
  const moving = running();
  if (!moving.length) return;
  await Promise.allSettled(moving.map((one) => one.finished));
  await new Promise((resolve) => setTimeout(resolve)); // that was told in a frame, which is not to become longer
}

/** After the next frame, and not in it; gives what takes it back. */
export function afterFrame(job: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(job);
  });
  const stop = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  // Nobody draws frames of a page that nobody sees.
  timer = setTimeout(
    () => {
      stop();
      job();
    },
    document.hidden ? 0 : UNDRAWN_MS,
  );
  return stop;
}

/** When nothing moves. */
export async function stillness(): Promise<void> {
  const latest = performance.now() + LONGEST_MS;
  while (isMoving() && performance.now() < latest) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, latest - performance.now())));
    await Promise.race([late, turned, held ? free : ended()]);
    clearTimeout(timer);
    await new Promise<void>(afterFrame); // asked now, the browser would have to lay out what has just changed
  }
}

/** For motions that take so long. */
export function holdFor(ms: number): () => void {
  const release = hold();
  const timer = setTimeout(release, ms + FRAMES_MS);
  return () => {
    clearTimeout(timer);
    release();
  };
}

// When somebody turns to the page or away from it, it is looked at anew.
let turned = Promise.resolve();
(function watch(): void {
  turned = new Promise((resolve) =>
    document.addEventListener(
      "visibilitychange",
      () => {
        watch();
        resolve();
      },
      { once: true },
    ),
  );
})();
