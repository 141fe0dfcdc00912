// The page's side of its service worker (src/worker): started late, asked for new versions, and cleared with its guest.

/** What the reader should know of it. */
export const app: { fresh: boolean; keptAt: number } = $state({
  fresh: false, // a new version is ready
  keptAt: 0, // what is shown was kept at this time, for there is no network; 0: there is one
});

export const DATA = "heimlich-data"; // as the worker calls it
const LEFT = "heimlich.left"; // when a guest was last forgotten on this device
const HOUR = 3600_000;
const PATIENCE_MS = 5000;
let registration: ServiceWorkerRegistration | undefined;
let lookedAt = 0;

const canWork = (): boolean => import.meta.env.PROD && "serviceWorker" in navigator;

/** Start it when the page is there and has nothing to do; the first load waits for none of it. */
export function startWorker(): void {
  if (!canWork()) return;
  const later = window.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 2000));
  const begin = (): unknown => later(() => void register().catch(() => undefined)); // no storage, or not allowed here
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}

async function register(): Promise<void> {
  const manifest = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
  if (manifest) manifest.href = manifest.href.replace(/manifest\.\w+\./, `manifest.${document.documentElement.lang}.`);
  // Beside the folder of this very file, wherever the page lies.
  registration = await navigator.serviceWorker.register(new URL(/* @vite-ignore */ "../sw.js", import.meta.url));
  lookedAt = Date.now();
  notice(registration.waiting);
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ do: "keep-today", cases: likesCases() }));
  navigator.serviceWorker.addEventListener("controllerchange", () => (app.fresh = false));
  registration.addEventListener("updatefound", () => {
    const coming = registration?.installing;
    coming?.addEventListener("statechange", () => coming.state === "installed" && notice(coming));
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - lookedAt < HOUR) return;
    lookedAt = Date.now();
    void registration?.update().catch(() => undefined);
  });
}

/** Whoever has solved a case before, or has the page on the home screen, gets the cases of the day to take along. */
function likesCases(): boolean {
  if (matchMedia("(display-mode: standalone)").matches) return true;
  try {
    return localStorage.getItem("heimlich.cases") !== null;
  } catch {
    return false;
  }
}

/** A worker that waits is a new version; the very first one has nothing to wait for. */
function notice(coming: ServiceWorker | null): void {
  if (coming && navigator.serviceWorker.controller) app.fresh = true;
}

/** Change to the new version, on the reader's word alone. */
export function takeNewVersion(): void {
  const waiting = registration?.waiting;
  if (!waiting) return location.reload();
  const reload = (): void => location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  setTimeout(reload, PATIENCE_MS); // the old worker is busy: it asks the server for pages first, so they are new all the same
  waiting.postMessage({ do: "take-over" });
}

/** Forget what was kept of this guest on this device, and be called here no more. */
export async function forgetKept(): Promise<void> {
  app.keptAt = 0;
  try {
    localStorage.setItem(LEFT, String(Date.now())); // other tabs keep nothing more of that guest
  } catch {
    // no storage: nothing is kept
  }
  const calls = await registration?.pushManager?.getSubscription().catch(() => null);
  await calls?.unsubscribe().catch(() => false);
  if ("caches" in window) await caches.delete(DATA).catch(() => false);
}

/** The registration, once there is one; undefined where there never will be. */
export const workerReady = async (): Promise<ServiceWorkerRegistration | undefined> =>
  canWork() ? navigator.serviceWorker.ready : undefined;

/** Changes whenever a guest is forgotten on this device; null where nothing can be kept. */
export function guestStamp(): string | null {
  try {
    return localStorage.getItem(LEFT) ?? "";
  } catch {
    return null;
  }
}
