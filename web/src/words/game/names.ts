// How people, bots and free seats are called here.

import type { GameInfo } from "../../app/server/api";
import { MIXED } from "../../app/terms/company";
import type { SeatInfo } from "../../boards/contract";
import { canSay, page, say } from "../language/language.svelte";
import { seatInfos, type TablePicture, type Unnamed } from "../../table/messages/model";

export const unnamed: Unnamed = (kind, number) =>
  kind === "guest" ? page("guest-name", { n: number }) : page("free-seat");

/** What sort of player a bot is. */
export const botLevel = (bot: string): string => (canSay(`bot.level.${bot}`) ? say(`bot.level.${bot}`) : page("tag-bot"));

/** Who a bot is; of no kind in particular, a mixed company. */
export const botName = (game: GameInfo, bot: string): string =>
  bot === MIXED ? page("mixed") : (game.characters[bot] ?? bot);

/** What a bot is like, in a few words. */
export const botLine = (game: GameInfo, bot: string): string =>
  bot === MIXED ? page("mixed-why") : say(`bot.line.${game.id}.${bot}`);

/** Who sits where; of several seats of one person, each by its own number. */
export function seatsAt(table: TablePicture, person: number): SeatInfo[] {
  const infos = seatInfos(table, person, unnamed);
  const often = new Map<string, number>();
  for (const info of infos) often.set(info.name, (often.get(info.name) ?? 0) + 1);
  return infos.map((info) => {
    const taken = table.seats[info.seat];
    return taken && often.get(info.name)! > 1 ? { ...info, name: `${info.name} (${info.seat + 1})` } : info;
  });
}
