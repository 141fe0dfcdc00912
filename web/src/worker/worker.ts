/// <reference lib="webworker" />
// The service worker: it keeps the page's files for when there is no network, and shows "your turn" when the server calls.
// The build makes one script of it (web/installable.ts), which knows the files of its own build and no others. A file has a
// hash of its content in its name, so files of two builds are never mixed up: a tab of an old build finds its files in the
// cache of that build, which stays until the next but one.

import { type Call, type Goal, goalOf } from "./calling";
import { kindOf, outdated } from "./keeping";

declare const BUILD: string;
declare const FILES: readonly string[];
declare const ENTRY: string;

const sw = self as unknown as ServiceWorkerGlobalScope;
const PAGES = "heimlich-page-";
const OWN = `${PAGES}${BUILD}`;
const DATA = "heimlich-data"; // the page deletes it, by this name, when somebody else uses it (app/device/worker.svelte.ts)
const KEPT_AT = "x-heimlich-kept"; // when an answer was kept that is given without a network
const MOST_DATA = 80;
const PATIENCE_MS = 4000; // for a page, before the kept one is shown
const AT_ONCE = 4;

const scope = new URL(sw.registration.scope);
const at = (path: string): string => new URL(path, scope).href;
const pathOf = (url: URL): string => url.pathname.slice(scope.pathname.length);

// Keeping the page

/** Keep every file of this build; those that an earlier one has kept are not asked for again. */
async function keepPage(): Promise<void> {
  const cache = await caches.open(OWN);
  const page = await fetch(at("./"), { cache: "reload" });
  if (!page.ok || !(await page.clone().text()).includes(ENTRY)) throw new Error("the server has another build by now");
  const left = [...FILES];
  const keepFiles = async (): Promise<void> => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      const known = await caches.match(at(file));
      if (known) await cache.put(at(file), known);
      else await cache.add(at(file));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepFiles));
  await keepLessons(cache).catch(() => undefined); // a page without them is whole, too
  await cache.put(at("./"), page);
}

/** Keep what lessons say: it is the same for everybody, and changes with the build alone. */
async function keepLessons(cache: Cache): Promise<void> {
  const list = await fetch(at("api/lessons"));
  const lessons = (await list.clone().json()) as readonly { id: string }[];
  for (const { id } of lessons) {
    const lesson = await fetch(at(`api/lessons/${id}`));
    if (lesson.ok) await cache.put(at(`api/lessons/${id}`), await withTime(lesson));
  }
  await cache.put(at("api/lessons"), await withTime(list));
}

async function takeOver(): Promise<void> {
  for (const name of outdated(await caches.keys(), PAGES, OWN)) await caches.delete(name);
  await sw.registration.navigationPreload?.enable();
  await sw.clients.claim();
}

/** Keep what can be read without a network although nobody has looked at it yet: the games, and the cases of the day. */
async function keepToday(cases: boolean): Promise<void> {
  const ask = (path: string): Promise<Response> => showData(new Request(at(path)));
  await ask("api/games");
  if (!cases) return;
  const before = await (await caches.open(DATA)).match(at("api/cases"));
  const known = before && ((await before.json()) as { day: string }).day;
  const { day, degrees } = (await (await ask("api/cases")).json()) as { day: string; degrees: string[] };
  if (day === known) return;
  for (const name of [...degrees, "move"]) await ask(`api/cases/${day}/${name}`);
}

sw.addEventListener("install", (event) => event.waitUntil(keepPage()));
sw.addEventListener("activate", (event) => event.waitUntil(takeOver()));
sw.addEventListener("message", (event) => {
  const wish = event.data as { do?: string; cases?: boolean } | null;
  if (wish?.do === "take-over") event.waitUntil(sw.skipWaiting());
  if (wish?.do === "keep-today") event.waitUntil(keepToday(Boolean(wish.cases)).catch(() => undefined)); // later, then
});

// Answering

async function showPage(event: FetchEvent): Promise<Response> {
  const kept = async (): Promise<Response | undefined> => (await caches.open(OWN)).match(at("./"));
  const asked = (async () => ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request))();
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
  try {
    const answer = await Promise.race([asked, late]);
    if (answer && answer.status < 500) return answer;
    return (await kept()) ?? (await asked);
  } catch {
    return (await kept()) ?? Response.error();
  }
}

async function showFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** The newest answer there is: the server's, or without a network the last one, with the time at which it was kept. */
async function showData(request: Request): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(request);
  } catch (error) {
    for (const name of [DATA, OWN]) {
      const kept = await (await caches.open(name)).match(request);
      if (kept) return kept;
    }
    throw error;
  }
  if (answer.status === 401) await caches.delete(DATA); // whoever this was, the server does not know them any more
  if (answer.ok) await keepData(request, answer.clone());
  return answer;
}

async function keepData(request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(DATA);
  await cache.put(request, await withTime(answer));
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST_DATA))) await cache.delete(old);
}

/** The same answer, which says when it was kept. */
async function withTime(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.set(KEPT_AT, String(Date.now()));
  return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
}

sw.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const kind = kindOf(pathOf(url), request.mode === "navigate");
  if (kind === "page") event.respondWith(showPage(event));
  else if (kind === "file") event.respondWith(showFile(request));
  else if (kind === "data") event.respondWith(showData(request));
});

// Being called

async function pagesAt(address: string): Promise<WindowClient[]> {
  const all = await sw.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter((client) => client.url.split(/[?#]/)[0] === address);
}

async function call(message: Call): Promise<void> {
  const { address, subject } = goalOf(message);
  const looking = (await pagesAt(at(address))).some((client) => client.focused && client.visibilityState === "visible");
  if (looking) return;
  const options = {
    body: message.body,
    tag: `turn-${subject}`, // one for each table: a newer one takes the place of an older
    icon: at("icons/icon-192.png"),
    badge: at("icons/badge-96.png"),
    data: message,
    actions: [{ action: "off", title: message.off }],
  };
  await sw.registration.showNotification(message.title, options);
}

async function open(goal: Goal): Promise<void> {
  const [there] = await pagesAt(at(goal.address));
  if (there) {
    await there.focus();
    return;
  }
  await sw.clients.openWindow(at(goal.address));
}

async function switchOff({ off }: Goal): Promise<void> {
  await fetch(at(off.path), {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(off.body),
  });
}

sw.addEventListener("push", (event) => {
  const message = event.data?.json() as Call | undefined;
  if (message) event.waitUntil(call(message));
});

/** The browser has replaced a device's subscription by itself: the server must know the new one. */
async function renew(before: PushSubscription | null): Promise<void> {
  if (!before) return;
  const made = await sw.registration.pushManager.subscribe(before.options);
  const { endpoint, keys } = made.toJSON();
  await fetch(at("api/calls/device"), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, keys, language: sw.navigator.language.slice(0, 2) }),
  });
}

sw.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription } = event as Event & { oldSubscription?: PushSubscription };
  (event as ExtendableEvent).waitUntil(renew(oldSubscription ?? null));
});

sw.addEventListener("notificationclick", (event) => {
  const goal = goalOf(event.notification.data as Call | string);
  event.notification.close();
  event.waitUntil(event.action === "off" ? switchOff(goal) : open(goal));
});
