// The terms of a new table, as the form has them; and what rules they come to.

import type { GameInfo } from "../server/api";
import { company, MIXED } from "./company";
import { BOT_PACE_MS, type Tempo } from "../../pace/tempo";
import type { Clock, Command, Terms } from "../../table/messages/messages";

export interface Draft {
  edition: string;
  variants: string[];
  house: Record<string, string>;
  seats: number;
  /** How many play at this very screen; 0: the host only opens the table. */
  here: number;
  /** Who they are, by seat; asked where several play at this screen. */
  names: string[];
  bots: number;
  bot: string;
  tempo: Tempo;
  public: boolean;
  watch: boolean;
  board: boolean;
  counted: boolean;
  hints: boolean;
  rated: boolean;
  clock: "off" | "live" | "days";
  minutes: number;
  increment: number;
  days: number;
}

export function firstDraft(game: GameInfo): Draft {
  const edition = Object.keys(game.editions)[0]!;
  const [least, most] = game.players[edition]!;
  return {
    edition,
    variants: [],
    house: {},
    seats: Math.min(most, Math.max(least, 4)),
    here: 1,
    names: [],
    bots: 0,
    bot: MIXED,
    tempo: "normal",
    public: true,
    watch: true,
    board: false,
    counted: true,
    hints: true,
    rated: false,
    clock: "off",
    minutes: 15,
    increment: 10,
    days: 2,
  };
}

/** With fewer seats, fewer play at this screen, and fewer bots. */
export function fitSeats(draft: Draft): void {
  draft.here = Math.min(draft.here, draft.seats);
  draft.bots = Math.min(draft.bots, draft.seats - draft.here);
}

/** Every setting as this edition and these variants have it. */
export function plainValues(game: GameInfo, edition: string, variants: readonly string[]): Record<string, string> {
  return Object.assign(
    {},
    game.values[edition],
    ...variants.map((variant) => game.changes[edition]?.[variant] ?? {}),
  ) as Record<string, string>;
}

/** Settings in which two editions differ. */
export function differences(game: GameInfo, one: string, other: string): string[] {
  return game.settings
    .map((setting) => setting.name)
    .filter((name) => game.values[one]?.[name] !== game.values[other]?.[name]);
}

function clockOf(draft: Draft): Clock {
  if (draft.clock === "live") return { kind: "live", bank_s: draft.minutes * 60, increment_s: draft.increment };
  return draft.clock === "days" ? { kind: "days", days: draft.days } : { kind: "off" };
}

export function termsOf(game: GameInfo, draft: Draft): Terms {
  const plain = plainValues(game, draft.edition, draft.variants);
  const house = Object.entries(draft.house).filter(([name, value]) => value.trim() && value.trim() !== plain[name]);
  return {
    game: game.id,
    edition: draft.edition,
    seats: draft.seats,
    variants: (game.editions[draft.edition] ?? []).filter((variant) => draft.variants.includes(variant)),
    house: house.map(([name, value]) => [name, value.trim()] as const),
    public: draft.public,
    watch: draft.watch,
    board: draft.board,
    clock: clockOf(draft),
    ...(draft.counted ? {} : { counted: false }),
    ...(draft.hints && !draft.rated ? {} : { hints: false }),
    ...(draft.rated ? { rated: true } : {}),
    bot_pace_ms: BOT_PACE_MS[draft.tempo],
  };
}

/** Who plays at this screen, by seat, where several do; "" where nobody was named. */
export function namesHere(draft: Draft): string[] {
  const here = Math.min(draft.here, draft.seats);
  return here > 1 ? Array.from({ length: here }, (_, seat) => (draft.names[seat] ?? "").trim()) : [];
}

/** What is done at the new table at once: those at this screen sit down, bots take the last seats; if full, it starts. */
export function preparations(game: GameInfo, draft: Draft): Command[] {
  const here = Math.min(draft.here, draft.seats);
  const bots = company(game, Math.min(draft.bots, draft.seats - here), draft.bot);
  const commands: Command[] = [];
  for (let seat = 0; seat < here; seat++) commands.push({ do: "sit", seat });
  namesHere(draft).forEach((name, seat) => {
    if (name) commands.push({ do: "nickname", name, seat });
  });
  bots.forEach((bot, index) => commands.push({ do: "add-bot", seat: draft.seats - bots.length + index, bot }));
  if (here + bots.length === draft.seats) commands.push({ do: "start" });
  return commands;
}
