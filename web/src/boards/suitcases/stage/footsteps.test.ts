import { expect, test } from "vitest";
import { unpackLine, type Line } from "../../../table/messages/unpack";
import { atlases } from "../games";
import { footstepsIn } from "./footsteps";

const NAMES = { roll: "seat dice", step: "seat agent place", agent: "colour number", "duel-back": "agent" };
const line = (...packed: unknown[]): Line => unpackLine(packed as never, NAMES);
const agent = (colour: string, number: number): unknown => ["agent", `:${colour}`, number];
const step = (seat: number, colour: string, number: number, place: string): Line =>
  line("step", `@${seat}`, agent(colour, number), `:${place}`);
const turn = (id: number, seat: number, ...lines: Line[]) => ({ id, seat, lines: [line("roll", `@${seat}`, 3), ...lines] });

const atlas = Object.values(atlases)[0]!;
const home = [...atlas.places.values()].find(({ kind, colour }) => kind === "start" && colour === "blue")!.id;
const first = atlas.neighbours.get(home)![0]!;
const second = atlas.neighbours.get(first)!.find((id) => id !== home && atlas.places.get(id)!.kind === "city")!;

test("who comes later sees the walks of the last turns, from where they began", () => {
  const turns = [turn(0, 1, step(1, "blue", 1, first)), turn(5, 0), turn(8, 1, step(1, "blue", 1, second), step(1, "blue", 2, first))];
  expect(footstepsIn([turns[2]!], turns, ["red", "blue"], atlas)).toEqual([
    { seat: 1, number: 1, from: first, to: second },
    { seat: 1, number: 2, from: home, to: first },
  ]);
});

test("who was sent back begins at home again, and of a way that is not known no line is drawn", () => {
  const back = line("duel-back", agent("blue", 1));
  const turns = [turn(0, 1, step(1, "blue", 1, first), step(1, "blue", 1, second), back), turn(5, 1, step(1, "blue", 1, first))];
  expect(footstepsIn([turns[1]!], turns, ["red", "blue"], atlas)).toEqual([{ seat: 1, number: 1, from: home, to: first }]);
  expect(footstepsIn([turn(9, 1, step(1, "blue", 1, second))], [turn(9, 1, step(1, "blue", 1, second))], ["red", "blue"], atlas)).toEqual([]);
});
