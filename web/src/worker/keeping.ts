// What is kept on this device for when there is no network, by address: decided here, done in worker.ts.

/** Pages' data that may be read again without a network: public, or what this guest's own device has shown before. */
const KEPT = [
  /^api\/(?:games|guest|guest\/tables|cases)$/,
  /^api\/cases\/[^/]+\/[^/]+$/,
  /^api\/maps\/[^/]+$/,
  /^api\/lessons(?:\/[^/]+){0,3}$/,
];
/** Addresses that a browser can be sent to and that are no page of ours. */
const NO_PAGE = /^(?:api|schema|assets|embed|icons|sheets)(?:\/|$)|^[^/]+\.[a-z0-9]+$/;

export type Kind = "page" | "file" | "data" | "other";

/** What an address under the worker's scope is, without its query. */
export function kindOf(path: string, navigates: boolean): Kind {
  if (navigates) return NO_PAGE.test(path) ? "other" : "page";
  if (path.startsWith("assets/")) return "file";
  return KEPT.some((one) => one.test(path)) ? "data" : "other";
}

/** The caches of pages to delete: all but the one of this build and the one before it, which an open tab may still read. */
export function outdated(names: readonly string[], prefix: string, own: string): string[] {
  const others = names.filter((name) => name.startsWith(prefix) && name !== own);
  return others.slice(0, -1);
}
