import { expect, test } from "vitest";
import type { GameInfo } from "../../app/server/api";
import { houseIn, variantsIn } from "./house";
import { houseQuery } from "./house-query";

const setting = { meaning: "", looks_like: "", choices: [], least: "", most: "" };
const game = {
  editions: { cie: ["dossier"] },
  settings: [
    { ...setting, name: "target", rule: "H14", kind: "whole", least: "1", most: "500" },
    { ...setting, name: "one_agent", rule: "H9", kind: "yes-no", choices: ["yes", "no"] },
    { ...setting, name: "die", rule: "H8", kind: "text" },
  ],
} as unknown as GameInfo;
const plain = { target: "41", one_agent: "yes", die: "1,2,3" };
const read = (search: string): string[] => houseIn(search, game, plain).map(({ setting: { name }, value }) => `${name}=${value}`);

test("what a table plays otherwise travels in the address of its rules", () => {
  const query = houseQuery({ variants: ["dossier"], house: [["target", "30"], ["die", "2,4,6"]] });
  expect(read(query)).toEqual(["target=30", "die=2,4,6"]);
  expect(variantsIn(query, game, "cie")).toEqual(["dossier"]);
  expect(houseQuery({ variants: [], house: [] })).toBe("");
});

test("an address that somebody made up changes nothing but what can be changed", () => {
  expect(read("?house=target:41")).toEqual([]); // as printed
  expect(read("?house=target:-7;target:1e9;one_agent:maybe;colour:red;constructor:x;:;;die:<b>you lose</b>")).toEqual([]);
  expect(read(`?house=die:${"1,".repeat(90)}`)).toEqual([]);
  expect(variantsIn("?with=dossier,top-secret,__proto__", game, "cie")).toEqual(["dossier"]);
});
