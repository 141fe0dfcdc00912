// A table like the last one of a group: its rules, its clock and its bots, with a seat for each member.

import type { GameInfo } from "../../app/server/api";
import { present } from "../../app/terms/company";
import type { PastTable } from "../../app/people/groups";
import type { Command, Terms } from "../../table/messages/messages";

/** The bots that played along. */
export const botsOf = (last: PastTable): string[] => last.seats.flatMap(({ bot }) => (bot ? [bot] : []));

/** Those of them who are no longer offered, each once, and who comes instead: the level nearest to theirs. */
export function replaced(last: PastTable): { before: string; now: string }[] {
  const gone = botsOf(last).filter((bot) => present(bot) !== bot);
  return [...new Set(gone)].map((before) => ({ before, now: present(before) }));
}

export function sameAgain(
  game: GameInfo,
  last: PastTable | undefined,
  members: number,
  botPace: number,
): { terms: Terms; commands: Command[] } {
  const known = last && last.edition in game.editions ? last : undefined;
  const edition = known?.edition ?? Object.keys(game.editions)[0]!;
  const rules = known ? { variants: known.variants, house: known.house } : {};
  const [least, most] = game.players[edition]!;
  const bots = known ? botsOf(known).map(present).filter((bot) => game.bots.includes(bot)) : [];
  const seats = Math.min(most, Math.max(least, members + bots.length));
  const coming = bots.slice(0, Math.max(0, seats - members));
  return {
    terms: { bot_pace_ms: botPace, ...known?.terms, ...rules, game: game.id, edition, seats, public: false },
    commands: [
      { do: "sit", seat: 0 },
      ...coming.map((bot, index): Command => ({ do: "add-bot", seat: seats - coming.length + index, bot })),
    ],
  };
}
