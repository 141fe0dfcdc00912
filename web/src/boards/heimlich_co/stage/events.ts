// What the board wants to know of events in notation (docs/notation.md), for its animations.

export type Happening =
  | { kind: "roll"; face: string }
  | { kind: "move"; seat: number; steps: Readonly<Record<string, number>> }
  | { kind: "safe"; seat: number; place: string }
  | { kind: "play"; seat: number; card: string; targets: readonly string[] }
  | { kind: "draw"; seat: number }
  | { kind: "double"; seat: number }
  | { kind: "answers"; seats: readonly number[] }
  | { kind: "other" };

const OTHER: Happening = { kind: "other" };

/** An event from its text; seats count from 0 here. */
export function readEvent(text: string): Happening {
  const decision = /^(\d+): (.*)$/.exec(text);
  const words = (decision ? decision[2]! : text).split(" ");
  return decision ? readDecision(Number(decision[1]) - 1, words) : readChance(words);
}

function readDecision(seat: number, [verb, ...rest]: string[]): Happening {
  switch (verb) {
    case "move": {
      const steps: Record<string, number> = {};
      for (let i = 0; i + 1 < rest.length; i += 2) steps[rest[i]!] = Number(rest[i + 1]);
      return { kind: "move", seat, steps };
    }
    case "safe":
      return { kind: "safe", seat, place: rest[0] ?? "" };
    case "play":
      return { kind: "play", seat, card: rest[0] ?? "", targets: rest.slice(1) };
    default:
      return OTHER;
  }
}

function readChance([word, ...rest]: string[]): Happening {
  switch (word) {
    case "roll":
      return { kind: "roll", face: rest[0] ?? "" };
    case "card":
      return { kind: "draw", seat: Number(rest[0]) - 1 };
    case "double":
      return { kind: "double", seat: Number(rest[0]) - 1 };
    case "answers":
      return { kind: "answers", seats: rest[0] === "none" ? [] : rest.map((seat) => Number(seat) - 1) };
    default:
      return OTHER;
  }
}
