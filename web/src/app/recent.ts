// The tables that this browser has been at lately, so that one finds back.

const KEY = "heimlich.recent";
const MOST = 6;

export function recentTables(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

function keep(tables: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch {
    // no storage: nothing is remembered
  }
}

export function remember(table: string): void {
  keep([table, ...recentTables().filter((name) => name !== table)]);
}

export function forget(table: string): void {
  keep(recentTables().filter((name) => name !== table));
}
