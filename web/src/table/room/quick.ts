// Opening tables: one against bots at once, or one by the terms of a form.

import { beGuest, listGames, makeTable } from "../../app/server/api";
import { company, levelIn } from "../../app/terms/company";
import type { Refused } from "../../app/server/refused";
import { preferences } from "../../app/device/preferences.svelte";
import { BOT_PACE_MS, tempoOf } from "../../pace/tempo";
import { Connection } from "../connection/connection";
import type { Command, Terms } from "../messages/messages";

/** A table with these terms and this prepared there; its name. */
export async function openTable(terms: Terms, commands: readonly Command[], group = ""): Promise<string> {
  await beGuest();
  const table = await makeTable(terms, group);
  if (!commands.length) return table;
  await new Promise<void>((resolve, reject) => {
    const connection = new Connection(table, () => -1, {
      told: () => undefined,
      introduced: () => undefined,
      present: () => undefined,
      noted: () => undefined,
      counted: () => undefined,
      refused: () => undefined,
      changed: () => undefined,
      stranger: () => undefined,
    });
    // They are answered in the order in which they were sent.
    Promise.all(commands.map((command) => connection.do(command)))
      .then(() => resolve())
      .catch((error: Refused) => reject(error))
      .finally(() => connection.close());
  });
  return table;
}

/** A game against bots of this kind, started, with as many seats as are wished for, or as near as the game allows. */
export async function playAgainstBots(name: string, wished: number, kind: string): Promise<string> {
  const game = (await listGames()).find((one) => one.id === name)!;
  const edition = Object.keys(game.editions)[0]!;
  const [least, most] = game.players[edition]!;
  const seats = Math.min(most, Math.max(least, wished));
  const terms: Terms = { game: name, edition, seats, public: false, bot_pace_ms: BOT_PACE_MS[tempoOf(preferences.tempo)] };
  const bots = company(game, seats - 1, levelIn(game, kind));
  return openTable(terms, [
    { do: "sit", seat: 0 },
    ...bots.map((bot, index): Command => ({ do: "add-bot", seat: index + 1, bot })),
    { do: "start" },
  ]);
}
