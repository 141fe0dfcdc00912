// Whose turn it is and what is awaited, in a sentence.

import type { SeatInfo } from "../../boards/contract";
import { canSay, page, say, sayList } from "../language/language.svelte";
import { awaitedIn, isFinished, type Picture } from "../../table/messages/model";

export interface Turn {
  readonly text: string;
  /** One of these eyes' own decisions is missing. */
  readonly yours: boolean;
}

function what(picture: Picture): string {
  const key = `phase.${picture.table.terms.game}.${picture.game?.phase ?? ""}`;
  return canSay(`page.${key}`) ? page(key) : (picture.game?.phase ?? "");
}

/** What others are doing: `Vera is moving agents …`. */
function doing(picture: Picture, names: readonly string[]): string {
  const key = `doing.${picture.table.terms.game}.${picture.game?.phase ?? ""}`;
  if (canSay(`page.${key}`)) return page(key, { n: names.length, names: sayList(names) });
  return page("turn-others", { names: sayList(names), what: what(picture) });
}

/** How a game ended. */
export function resultWords(picture: Picture, seats: readonly SeatInfo[]): string {
  const result = picture.game?.result;
  if (picture.table.stage === "closed") return page("stage.closed");
  if (!result) return page("ended-by-agreement");
  const winners = result.winners.map((seat) => seats[seat]?.name ?? "");
  return winners.length ? page("winners", { n: winners.length, names: sayList(winners) }) : page("nobody-won");
}

/** Whose deed the board shows just now. */
export function actingOf(actor: number, seats: readonly SeatInfo[], seat: number | null): Turn {
  const text = actor === seat ? say("turns.acting-you") : say("turns.acting", { name: seats[actor]?.name ?? "" });
  return { text, yours: false };
}

/** What one who has just decided is told, until it is seen what came of it. */
export const heldOf = (picture: Picture): Turn => ({ text: page(picture.me?.held ? "turn-held" : "turn-chance"), yours: false });

export function turnOf(picture: Picture, asked: boolean, seats: readonly SeatInfo[], seat: number | null): Turn {
  const { stage } = picture.table;
  if (isFinished(stage)) return { text: resultWords(picture, seats), yours: false };
  if (stage !== "playing") return { text: page(`stage.${stage}`), yours: false };
  if (asked) {
    const name = seat !== null && seats.filter(({ you }) => you).length > 1 ? seats[seat]?.name : undefined;
    const text = name === undefined ? page("turn-yours", { what: what(picture) }) : page("turn-named", { name, what: what(picture) });
    return { text, yours: true };
  }
  if (picture.me?.held) return { text: page("turn-held"), yours: false };
  const awaited = awaitedIn(picture);
  const others = awaited.filter((one) => one !== seat).map((one) => seats[one]?.name ?? "");
  if (!others.length) return { text: awaited.length ? page("turn-held") : page("turn-chance"), yours: false };
  return { text: doing(picture, others), yours: false };
}
