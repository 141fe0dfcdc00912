// Every action that a part of an offer stands for: what heimlich/offer.py spells, written plainly for comparison.

import type { Part } from "../../boards/contract";

export function spell(part: Part): Set<string> {
  switch (part.kind) {
    case "say":
      return new Set(part.words);
    case "pick":
      return new Set(part.options.map((option) => `${part.verb} ${option}`));
    case "ballot":
      return new Set(part.questions[0]![1].map((option) => `${part.verb} ${part.questions[0]![0]} ${option}`));
    case "distribute":
      return new Set(
        part.totals.flatMap((total) =>
          total === 0
            ? [`${part.verb} nothing`]
            : splits(total, part.over, part.most).map((words) => `${part.verb} ${words.join(" ")}`),
        ),
      );
    case "targets": {
      const endings = part.amounts.length ? part.amounts : [""];
      const rows = part.picks.flatMap((n) => (part.ordered ? orders(part.groups, n) : choose(part.groups, n)));
      const things = rows.flatMap((groups) => product(groups));
      return new Set(
        things.flatMap((row) => endings.map((end) => [part.verb, part.item, ...row, end].filter(Boolean).join(" "))),
      );
    }
  }
}

function splits(points: number, over: readonly string[], most: number): string[][] {
  if (points === 0) return [[]];
  if (!over.length || most === 0) return [];
  const [first, ...rest] = over;
  const found = splits(points, rest, most);
  for (let n = 1; n <= points; n++) {
    for (const tail of splits(points - n, rest, most - 1)) found.push([first!, String(n), ...tail]);
  }
  return found;
}

function choose<T>(items: readonly T[], n: number): T[][] {
  if (n === 0) return [[]];
  return items.flatMap((item, i) => choose(items.slice(i + 1), n - 1).map((rest) => [item, ...rest]));
}

function orders<T>(items: readonly T[], n: number): T[][] {
  if (n === 0) return [[]];
  return items.flatMap((item, i) => orders(items.toSpliced(i, 1), n - 1).map((rest) => [item, ...rest]));
}

function product(groups: readonly (readonly string[])[]): string[][] {
  return groups.reduce<string[][]>((rows, group) => rows.flatMap((row) => group.map((word) => [...row, word])), [[]]);
}
