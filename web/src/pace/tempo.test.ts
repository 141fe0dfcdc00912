import { expect, test } from "vitest";
import type { TablePicture } from "../table/messages/model";
import { canWait, tempoOf } from "./tempo";

const table = (seats: TablePicture["seats"], clock?: TablePicture["terms"]["clock"]): TablePicture =>
  ({ seats, terms: { game: "", edition: "", seats: 2, ...(clock && { clock }) } }) as unknown as TablePicture;
const BOT = { bot: "casual", name: "Otto" };

test("bots can be kept waiting where nobody else is, and no clock runs", () => {
  expect(canWait(table({ 0: { who: 1 }, 1: BOT }), 1)).toBe(true);
  expect(canWait(table({ 0: { who: 1 }, 1: { who: 1 } }), 1)).toBe(true); // one screen
  expect(canWait(table({ 0: { who: 1 }, 1: { who: 2 } }), 1)).toBe(false);
  expect(canWait(table({ 0: { who: 1 }, 1: BOT }, { kind: "live", bank_s: 60 }), 1)).toBe(false);
  expect(canWait(table({ 0: { who: 1 }, 1: BOT }, { kind: "days", days: 2 }), 1)).toBe(false);
  expect(canWait(table({ 0: { who: 1 }, 1: { who: 2 } }), 3)).toBe(true); // only looks on
});

test("without a choice of one's own, bots are shown as the table was opened for", () => {
  expect([0, 300, 900, 2000, 3000].map((ms) => tempoOf("", ms))).toEqual(["fast", "fast", "normal", "slow", "slow"]);
  expect(tempoOf("")).toBe("normal");
  expect(tempoOf("step", 0)).toBe("step");
});
