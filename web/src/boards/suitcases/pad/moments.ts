// What the pad of the suitcase game follows: moments as the server writes them, by suitcase.

/** How the server writes a moment: seat, suitcase, sign, amount and place, such as `1red-A>2@paris`. */
const MOMENT = /(\d+)([a-z]+-[A-Z])([=^>_!+])(\d*)@(\S+)/g;

export interface Moment {
  readonly turn: number;
  readonly seat: number;
  readonly suitcase: string;
  readonly sign: string;
  readonly amount: number;
  readonly place: string;
}

export function momentsIn(turns: Readonly<Record<string, string>>): Moment[] {
  return Object.entries(turns)
    .map(([turn, text]) => [Number(turn), text] as const)
    .sort(([one], [other]) => one - other)
    .flatMap(([turn, text]) =>
      [...text.matchAll(MOMENT)].map(([, seat, suitcase, sign, amount, place]) => ({
        turn,
        seat: Number(seat),
        suitcase: suitcase!,
        sign: sign!,
        amount: Number(amount || 0),
        place: place!,
      })),
    );
}

type Sums = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
const CARRIED = 1; // among the sums of turns that are no longer listed

/** By suitcase, the steps that each seat has carried it. */
export function stepsOf(moments: readonly Moment[], before: Sums): Map<string, Map<number, number>> {
  const found = new Map<string, Map<number, number>>();
  const add = (suitcase: string, seat: number, steps: number): void => {
    const row = found.get(suitcase) ?? new Map<number, number>();
    row.set(seat, (row.get(seat) ?? 0) + steps);
    found.set(suitcase, row);
  };
  for (const [suitcase, row] of Object.entries(before))
    for (const [seat, sums] of Object.entries(row)) add(suitcase, Number(seat), sums[CARRIED] ?? 0);
  for (const { suitcase, seat, sign, amount } of moments) if (sign === ">") add(suitcase, seat, amount);
  return found;
}
