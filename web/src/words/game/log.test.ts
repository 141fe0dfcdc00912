import { beforeAll, expect, test } from "vitest";
import { facts } from "../../boards/heimlich_co/facts";
import { speak } from "../language/language.svelte";
import { isCovered, logWords, pointsAt } from "./log";
import type { Line } from "../../table/messages/unpack";

beforeAll(() => speak("en"));

const own: Line = {
  key: "identity-own",
  values: { seat: { kind: "seat", name: "0" }, agent: { kind: "agent", name: "red" } },
};
const secret: Line = { key: "answer-own-yes", values: { seat: { kind: "seat", name: "0" } } };

test("what only one seat knows is told as others are told it, until it peeks", () => {
  expect(logWords(facts, own, ["Anna"], false)).toBe("Anna is dealt an agent card.");
  expect(logWords(facts, own, ["Anna"], true)).toBe("Anna is dealt agent Red.");
  expect(pointsAt(own, false)).toEqual(new Set());
  expect(pointsAt(own, true)).toEqual(new Set(["@0", "red"]));
});

test("what others are not told at all is covered whole", () => {
  expect(isCovered(facts, secret)).toBe(true);
  expect(isCovered(facts, own)).toBe(false);
  expect(logWords(facts, secret, ["Anna"], false)).not.toMatch(/yes|Anna/);
});
