// Whether someone is looking at this page: it is visible, and was used within some minutes. A page that is left open on a
// desk must not keep a phone quiet.

export const IDLE_MS = 3 * 60_000;
const USES = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "focus"];

/** Tell when someone ceases to look at the page, and when they are back; returns what ends it. */
export function watchAttention(tell: (looking: boolean) => void): () => void {
  let used = Date.now();
  let looking = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    clearTimeout(timer);
    const left = used + IDLE_MS - Date.now();
    const now = !document.hidden && left > 0;
    if (now) timer = setTimeout(look, left);
    if (now === looking) return;
    looking = now;
    tell(now);
  }

  function use(): void {
    used = Date.now();
    if (!looking) look();
  }

  /** A page that comes to the front was brought there by someone. */
  function turn(): void {
    if (!document.hidden) used = Date.now();
    look();
  }

  for (const kind of USES) window.addEventListener(kind, use, { passive: true, capture: true });
  document.addEventListener("visibilitychange", turn);
  look();
  return () => {
    clearTimeout(timer);
    for (const kind of USES) window.removeEventListener(kind, use, { capture: true });
    document.removeEventListener("visibilitychange", turn);
  };
}
