// Where in the page one is, by the address: `/`, `/new`, `/games`, `/groups`, `/group/<link>`, `/group/<link>/season/<id>`, `/table/<id>`, `/table/<id>/board`, `/replay`, `/replay/<id>`,
// `/rules/<game>/<edition>`, `/teachers`, `/words`, `/case`, `/case/<day>/<degree>`, `/case/<day>/move`, `/learn`, `/learn/<game>/<lesson>`, and `/embed/<id>`, which other sites may show
// in a frame. All of them under the base path (base.ts).

import { at, ours } from "./base";

export type Route =
  | { page: "start" }
  | { page: "new"; game: string; group: string }
  | { page: "games"; query: URLSearchParams }
  | { page: "groups"; link: string }
  | { page: "season"; link: string; season: string }
  | { page: "case"; day: string; degree: string }
  | { page: "move"; day: string }
  | { page: "table"; table: string }
  | { page: "board"; table: string }
  | { page: "replay"; table: string; query: URLSearchParams; embedded: boolean }
  | { page: "rules"; game: string; edition: string; /** The house rules of a table. */ search?: string }
  | { page: "learn"; /** The lesson that was asked for. */ lesson: string }
  | { page: "teachers" }
  | { page: "words" }
  | { page: "nowhere" };

export function routeOf(path: string, search = ""): Route {
  const words = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (words.length === 0) return { page: "start" };
  if (words.length === 1 && words[0] === "new") {
    const query = new URLSearchParams(search);
    return { page: "new", game: query.get("game") ?? "", group: query.get("group") ?? "" };
  }
  if (words.length === 1 && (words[0] === "teachers" || words[0] === "words")) return { page: words[0] };
  if (words.length === 1 && words[0] === "games") return { page: "games", query: new URLSearchParams(search) };
  if (words.length === 1 && words[0] === "groups") return { page: "groups", link: "" };
  if (words.length === 2 && words[0] === "group") return { page: "groups", link: words[1]! };
  if (words.length === 4 && words[0] === "group" && words[2] === "season") return { page: "season", link: words[1]!, season: words[3]! };
  if (words[0] === "learn" && words.length !== 2 && words.length <= 3) return { page: "learn", lesson: words.slice(1).join("/") };
  if (words[0] === "case" && words.length === 3 && words[2] === "move") return { page: "move", day: words[1] ?? "" };
  if (words[0] === "case" && words.length <= 3) return { page: "case", day: words[1] ?? "", degree: words[2] ?? "" };
  if (words[0] === "table" && words[1] && words.length === 2) return { page: "table", table: words[1] };
  if (words[0] === "table" && words[1] && words.length === 3 && words[2] === "board") {
    return { page: "board", table: words[1] };
  }
  const embedded = words[0] === "embed" && words.length === 2;
  if (embedded || (words[0] === "replay" && words.length <= 2)) {
    return { page: "replay", table: words[1] ?? "", query: new URLSearchParams(search), embedded };
  }
  if (words[0] === "rules" && words.length <= 3) {
    return { page: "rules", game: words[1] ?? "", edition: words[2] ?? "", ...(search && { search }) };
  }
  return { page: "nowhere" };
}

let current: Route = $state.raw(read());

function read(): Route {
  try {
    const path = ours(location.pathname);
    return path === null ? { page: "nowhere" } : routeOf(path, location.search);
  } catch {
    return { page: "nowhere" }; // an address that cannot be decoded
  }
}

export const route = (): Route => current;

/** Go to another page of ours. */
export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", at(path));
  current = read();
  window.scrollTo(0, 0);
}

/** For links within the page: a plain click goes without loading it anew. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const path = ours(link.getAttribute("href") ?? "");
  if (!path || path.startsWith("/api/") || link.target || link.hasAttribute("download")) return;
  event.preventDefault();
  go(path);
}

export function listen(): void {
  addEventListener("popstate", () => (current = read()));
  addEventListener("click", follow);
}
