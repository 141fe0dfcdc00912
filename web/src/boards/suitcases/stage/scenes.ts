// What there is to be seen happening: short scenes, worked out from the events of an update and the pictures before and
// after it. What is drawn of the state waits until they have been seen (stage.svelte.ts).

import { agentId, type Picture } from "../picture";

export type Scene =
  | {
      kind: "duel";
      place: string;
      attacker: { seat: number; number: number };
      defender: { seat: number; number: number };
      attack: number;
      defence: number;
      /** Whether the aggressor won. */
      won: boolean;
      /** Whether the loser's agent is out of the game; otherwise it is back on its start space. */
      out: boolean;
    }
  | { kind: "opened"; suitcase: string; content: string; seat: number; place: string }
  | { kind: "blast"; agent: string; place: string };

/** A step that was made in this turn, for the trail on the map. */
export interface Footstep {
  seat: number;
  number: number;
  from: string;
  to: string;
}

export interface Told {
  scenes: Scene[];
  footsteps: Footstep[];
  /** Whether the dice were thrown: the trail begins anew. */
  rolled: boolean;
}

/** What an update shows. `before` may be older than one update, if several came at once. */
export function told(before: Picture, after: Picture, events: readonly string[]): Told {
  const scenes: Scene[] = [];
  let footsteps: Footstep[] = [];
  let rolled = false;
  const at: Record<string, string> = { ...before.at };
  let walker = before.seat;
  let goal = ""; // where the last step led
  for (const event of events) {
    const decided = /^(\d+): (\w+) ?(\S*) ?(\S*)$/.exec(event);
    const words = event.split(" ");
    if (decided) {
      const seat = Number(decided[1]) - 1;
      const [, , verb, first, second] = decided;
      const id = `${seat}-${first}`;
      const from = at[id];
      if (verb === "step" && from && second) {
        [walker, goal] = [seat, second];
        footsteps.push({ seat, number: Number(first), from, to: second });
        at[id] = second;
      } else if (verb === "lose" && from) scenes.push({ kind: "blast", agent: id, place: from });
    } else if (words[0] === "dice") [rolled, footsteps] = [true, []];
    else if (words[0] === "opened" && words[1] && words[2]) {
      scenes.push({ kind: "opened", suitcase: words[1], content: words[2], seat: walker, place: goal });
    } else if (words[0] === "duel" && words[1] === "revealed") {
      const scene = duel(before, after, Number(words[2]), Number(words[3]));
      if (scene) scenes.push(scene);
    }
  }
  return { scenes, footsteps, rolled };
}

/** Who fought is known from the picture before; how it ended, from the cards, or, of a tie, from who is left. */
function duel(before: Picture, after: Picture, attack: number, defence: number): Scene | null {
  const fought = before.duel;
  if (before.phase !== "duel" || fought?.defender === undefined) return null;
  const attacker = { seat: before.seat, number: fought.attacker };
  const defender = { seat: fought.defence, number: fought.defender };
  const city = before.at[agentId(attacker.seat, attacker.number)];
  const stands = after.at[agentId(defender.seat, defender.number)] === city;
  const won = attack === defence ? !stands : attack > defence;
  const loser = won ? defender : attacker;
  return {
    kind: "duel",
    place: city ?? "",
    attacker,
    defender,
    attack,
    defence,
    won,
    out: !(agentId(loser.seat, loser.number) in after.at),
  };
}
