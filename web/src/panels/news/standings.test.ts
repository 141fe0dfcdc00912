import { beforeAll, expect, test } from "vitest";
import type { SeatInfo } from "../../boards/contract";
import { speak } from "../../words/language/language.svelte";
import type { GamePicture, Picture, TablePicture } from "../../table/messages/model";
import { reasons, standings } from "./standings";

const seats: SeatInfo[] = ["Anna", "Bob", "Cleo"].map((name, seat) => ({ seat, name, bot: null, you: seat === 0 }));
const picture = (game: string, more: object): Picture => ({
  table: { terms: { game } } as unknown as TablePicture,
  game: more as GamePicture,
});

beforeAll(() => speak("en"));

test("of agents, those that were kept count, winners first", () => {
  const points = { red: 12, blue: 40, green: 41, gray: 9 };
  const result = { winners: [1], agents: [["red", "green"], ["blue"], ["gray"]], kept: [["red"], ["blue"], ["gray"]] };
  expect(standings(picture("heimlich-co", { points, result }), seats)).toEqual([
    "Bob was Blue (40).",
    "Anna was Red (12).",
    "Cleo was Gray (9).",
  ]);
});

test("a winner comes first, whatever the others have", () => {
  const won = { secrets: [9, 4, 6], result: { winners: [1] } };
  expect(standings(picture("suitcases", won), seats)).toEqual([
    "Bob has 4 state secrets.",
    "Anna has 9 state secrets.",
    "Cleo has 6 state secrets.",
  ]);
});

test("nothing is told of a game that was not decided", () => {
  expect(standings(picture("suitcases", { secrets: [1, 2, 3] }), seats)).toEqual([]);
  expect(standings({ table: { terms: { game: "suitcases" } } as unknown as TablePicture }, seats)).toEqual([]);
});

test("the reason is told as the log tells it", async () => {
  const agents = [[{ "agent-gained": { agent: "::agent:green", n: 9 } }]];
  const why = [
    { "why-last-scoring": { agents, target: 42 } },
    { "why-not-furthest": { agents: [[{ "agent-at": { agent: "::agent:red", mark: 47 } }]] } },
    { "nobody-wins": { n: 1, agents: [["::agent:green"]] } },
  ];
  const over = picture("heimlich-co", { result: { winners: [], why } });
  expect(reasons(over, seats)).toBe(
    "Of those that reached 42, Green (+9) gained the most in the last scoring: that decides." +
      " Further along, but gained less in the last scoring: Red (47). Nobody owns Green, so nobody wins.",
  );
  await speak("fr");
  expect(reasons(over, seats)).toContain("Vert (+9) a gagné le plus au dernier décompte");
  await speak("en");
  expect(reasons(picture("suitcases", { result: { winners: [0] } }), seats)).toBe("");
});
