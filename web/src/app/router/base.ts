// Where on its site the program lives: "", or a path such as "/heimlich". The server writes it into the page that it sends,
// so the built page works under any path. Code names our addresses without it ("/table/x"); it is added where an address
// leaves the code: here, and by the compiler in every `href` and `src` (see ../../under-base.js).

export const base: string = document.documentElement.dataset["base"] ?? "";

/** An address of ours as the browser must ask for it; addresses elsewhere stay as they are. */
export const at = <Address extends string | null | undefined>(path: Address): Address | string =>
  path?.startsWith("/") && !path.startsWith("//") ? base + path : path;

/** The whole address of a page of ours, to hand on to others. */
export const linkTo = (path: string): string => new URL(at(path), location.href).href;

/** The path of ours that the browser's path means; null for one that is not ours. */
export function ours(pathname: string): string | null {
  if (base && pathname === base) return "/";
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
}
