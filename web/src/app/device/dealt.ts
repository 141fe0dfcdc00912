// Whose card was dealt to somebody's face at this device already: that is seen once for each seat of a table.

const KEY = "heimlich.dealt";
const KEPT = 60;

function all(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return []; // no storage, or not ours
  }
}

const nameOf = (table: string, seat: number): string => `${table}/${seat}`;

export const wasDealt = (table: string, seat: number): boolean => all().includes(nameOf(table, seat));

export function noteDealt(table: string, seat: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...all(), nameOf(table, seat)].slice(-KEPT)));
  } catch {
    // it is dealt again, then
  }
}
