// What the reader has chosen for this browser: kept in localStorage where there is one.

import type { Tempo } from "../../pace/tempo";

/** "system": as the reader's system has it. */
export type Theme = "night" | "day" | "system";
export const THEMES: readonly Theme[] = ["night", "day", "system"];

export interface Preferences {
  language: string; // "" follows the browser
  colours: Theme;
  sounds: boolean;
  notifications: boolean;
  nickname: string;
  tempo: Tempo | ""; // how quickly bots are shown; "" follows the table
  byForm: boolean; // decide by form, beside the board
  fellows: readonly string[]; // who else played at this device, by seat
  explained: readonly string[]; // games that nobody here need be told of
  level: string | null; // the bots one plays against with one press; null: not asked yet
  soundAsked: boolean; // whether sounds were offered once
}

const KEY = "heimlich";
const DEFAULTS: Preferences = {
  language: "",
  colours: "night",
  sounds: false,
  notifications: false,
  nickname: "",
  tempo: "",
  byForm: false,
  fellows: [],
  explained: [],
  level: null,
  soundAsked: false,
};

function load(): Preferences {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences> & { theme?: string };
    const before = found.theme === "light" ? { colours: "day" as const } : {}; // it was called so once
    return { ...DEFAULTS, ...before, ...found };
  } catch {
    return { ...DEFAULTS }; // no storage, or not ours
  }
}

export const preferences: Preferences = $state(load());

/** Change some of them, and remember it. */
export function prefer(changes: Partial<Preferences>): void {
  Object.assign(preferences, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // it holds until the page is closed, then
  }
  showTheme();
}

/** Forget names and habits; how the page looks and speaks stays as it is. */
export function forgetPreferences(): void {
  const { language, colours } = preferences;
  prefer({ ...DEFAULTS, language, colours });
}

const lightSystem = window.matchMedia?.("(prefers-color-scheme: light)");
lightSystem?.addEventListener("change", showTheme);

export function showTheme(): void {
  const { colours } = preferences;
  const isDay = colours === "day" || (colours === "system" && lightSystem?.matches);
  document.documentElement.dataset.theme = isDay ? "day" : "night";
  const bar = document.querySelector<HTMLMetaElement>("meta[name=theme-color]"); // of a phone's browser
  if (bar) bar.content = getComputedStyle(document.documentElement).getPropertyValue("--bg");
}
