// What the pad of Heimlich & Co. counts: moments as the server writes them, summed up by agent and seat.

import { placeWord } from "../picture";

/** How the server writes a moment: seat, agent, sign, amount and place, such as `0red>3@7`. */
const MOMENT = /(\d+)([a-z]*)([>=+\-!*~])(\d*)(?:@(\d+))?/g;

export interface Moment {
  readonly turn: number;
  readonly seat: number;
  readonly agent: string;
  readonly sign: string;
  readonly amount: number;
  /** null where it does not matter. */
  readonly place: number | null;
}

export interface Counts {
  readonly steps: number;
  readonly won: number;
  readonly lost: number;
  readonly opened: number;
  readonly near: number;
}

export const NONE: Counts = { steps: 0, won: 0, lost: 0, opened: 0, near: 0 };
const KINDS: Readonly<Record<string, keyof Counts>> = { ">": "steps", "+": "won", "-": "lost", "!": "opened", "~": "near" };
const ORDER = Object.values(KINDS);

export function momentsIn(turns: Readonly<Record<string, string>>): Moment[] {
  return Object.entries(turns)
    .map(([turn, text]) => [Number(turn), text] as const)
    .sort(([one], [other]) => one - other)
    .flatMap(([turn, text]) =>
      [...text.matchAll(MOMENT)].map(([, seat, agent, sign, amount, place]) => ({
        turn,
        seat: Number(seat),
        agent: agent!,
        sign: sign!,
        amount: Number(amount || 0),
        place: place === undefined ? null : Number(place),
      })),
    );
}

type Sums = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

/** By agent and seat (`red/0`): all that is counted. */
export function countsOf(moments: readonly Moment[], before: Sums): Map<string, Counts> {
  const found = new Map<string, Counts>();
  for (const [agent, row] of Object.entries(before))
    for (const [seat, sums] of Object.entries(row))
      found.set(`${agent}/${seat}`, Object.fromEntries(ORDER.map((kind, i) => [kind, sums[i] ?? 0])) as unknown as Counts);
  for (const { seat, agent, sign, amount } of moments) {
    const kind = KINDS[sign];
    if (!kind) continue;
    const key = `${agent}/${seat}`;
    const counts = found.get(key) ?? NONE;
    found.set(key, { ...counts, [kind]: counts[kind] + (kind === "opened" || kind === "near" ? 1 : amount) });
  }
  return found;
}

/** What the board shows for a moment. */
export const pointsAt = ({ agent, place }: Moment): string[] => [agent, ...(place === null ? [] : [placeWord(place)])];
