// The pages that come when they are wanted, each a file of its own. The first one wanted is asked for before anything else
// of the page is there.

import type { Component } from "svelte";
import { nextTask } from "../../pace/slices";
import type { Route } from "./router.svelte";

/** The pages that have an address. */
export type Place = Exclude<Route["page"], "nowhere">;
/** What a page is given: what its address says. */
type Given<Name extends Place> = Omit<Extract<Route, { page: Name }>, "page">;

const load: { [Name in Place]: () => Promise<{ default: Component<Given<Name>> }> } & {
  waiting: () => Promise<typeof import("../../pages/WaitingRoom.svelte")>;
} = {
  start: () => import("../../pages/Start.svelte"),
  new: () => import("../../pages/NewTable.svelte"),
  games: () => import("../../pages/Games.svelte"),
  groups: () => import("../../pages/Groups.svelte"),
  season: () => import("../../pages/Season.svelte"),
  table: () => import("../../pages/Table.svelte"),
  waiting: () => import("../../pages/WaitingRoom.svelte"),
  board: () => import("../../pages/BigBoard.svelte"),
  case: () => import("../../pages/Case.svelte"),
  move: () => import("../../pages/CaseMove.svelte"),
  replay: () => import("../../pages/Replay.svelte"),
  learn: () => import("../../pages/Learn.svelte"),
  rules: () => import("../../pages/Rules.svelte"),
  teachers: () => import("../../pages/Teachers.svelte"),
  words: () => import("../../pages/Words.svelte"),
};
type Pages = typeof load;

const asked: { [Name in keyof Pages]?: ReturnType<Pages[Name]> } = {};

export function loadPage<Name extends keyof Pages>(name: Name): ReturnType<Pages[Name]> {
  return (asked[name] ??= load[name]() as (typeof asked)[Name])!;
}

/** The same, to be drawn in a task of its own. */
export async function showPage<Name extends keyof Pages>(name: Name): Promise<Awaited<ReturnType<Pages[Name]>>> {
  const page = await loadPage(name);
  await nextTask();
  return page;
}

/** A page by its address. `load` holds each to what its addresses say, so that all can be shown alike. */
export function showPlace(name: Place): Promise<{ default: Component<Record<string, unknown>> }> {
  return showPage(name) as Promise<{ default: Component<Record<string, unknown>> }>;
}

/** What a page must be made anew for; whatever else its address says, it takes in as it stands. */
const ANEW: { [Name in Place]?: (keyof Given<Name>)[] } = {
  groups: ["link"],
  season: ["link", "season"],
  move: ["day"],
  case: ["day", "degree"],
  table: ["table"],
  board: ["table"],
  learn: ["lesson"],
  replay: ["table"],
  rules: ["game"],
};

export function keyOf({ page, ...given }: Route): string {
  const names: string[] = (page !== "nowhere" && ANEW[page]) || [];
  return names.map((name) => (given as Record<string, string>)[name]).join("/");
}

/** Whatever it is, if there is anything to wait for. */
export function expectPage(name: string): void {
  if (name in load) void loadPage(name as keyof Pages).catch(() => undefined); // whoever shows it will tell
}
