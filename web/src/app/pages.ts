// The pages that come when they are wanted, each a file of its own. The first one wanted is asked for before anything else
// of the page is there.

import { nextTask } from "../pace/slices";

const load = {
  start: () => import("../pages/Start.svelte"),
  new: () => import("../pages/NewTable.svelte"),
  games: () => import("../pages/Games.svelte"),
  groups: () => import("../pages/Groups.svelte"),
  table: () => import("../pages/Table.svelte"),
  waiting: () => import("../pages/WaitingRoom.svelte"),
  board: () => import("../pages/BigBoard.svelte"),
  case: () => import("../pages/Case.svelte"),
  move: () => import("../pages/CaseMove.svelte"),
  replay: () => import("../pages/Replay.svelte"),
  learn: () => import("../pages/Learn.svelte"),
  rules: () => import("../pages/Rules.svelte"),
  teachers: () => import("../pages/Teachers.svelte"),
  words: () => import("../pages/Words.svelte"),
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

/** Whatever it is, if there is anything to wait for. */
export function expectPage(name: string): void {
  if (name in load) void loadPage(name as keyof Pages).catch(() => undefined); // whoever shows it will tell
}
