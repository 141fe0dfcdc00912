// What the reader has chosen for this browser: kept in localStorage where there is one.

export type Theme = "system" | "light" | "dark";

export interface Preferences {
  language: string; // "" follows the browser
  theme: Theme;
  sounds: boolean;
  notifications: boolean;
  nickname: string;
  byForm: boolean; // decide by form, beside the board
  fellows: readonly string[]; // who else played at this device, by seat
  explained: readonly string[]; // games that nobody here need be told of
}

const KEY = "heimlich";
const DEFAULTS: Preferences = {
  language: "",
  theme: "system",
  sounds: false,
  notifications: false,
  nickname: "",
  byForm: false,
  fellows: [],
  explained: [],
};

function load(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>) };
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

export function showTheme(): void {
  const root = document.documentElement;
  if (preferences.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = preferences.theme;
}
