import { expect, test } from "vitest";
import { unpackLine } from "../../../table/messages/unpack";
import { walksIn } from "./walks";

const NAMES = { move: "seat walks", walk: "agent n place", roll: "seat face" };

test("a trail begins where the agent came from, also across the church", () => {
  const move = unpackLine(["move", "@1", { walk: [[":red", 3, ":1"], [":blue", 2, ":7"]] }], NAMES);
  const turn = { id: 0, seat: 1, lines: [unpackLine(["roll", "@1", "5"], NAMES), move] };
  expect(walksIn([turn])).toEqual([
    { agent: "red", from: 10, steps: 3 },
    { agent: "blue", from: 5, steps: 2 },
  ]);
});
