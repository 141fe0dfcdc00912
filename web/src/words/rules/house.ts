// House rules that the address of a rules page names (house-query.ts). What it says is checked before it is shown, for
// anybody can write an address.

import type { GameInfo, SettingInfo } from "../../app/server/api";

const LONGEST = 60; // characters of a value that is written freely

export interface HouseRule {
  readonly setting: SettingInfo;
  readonly value: string;
  /** What the edition has. */
  readonly plain: string;
}

function fits({ kind, choices, least, most }: SettingInfo, value: string): boolean {
  if (choices.includes(value)) return true;
  if (kind === "whole") return /^-?\d{1,6}$/.test(value) && Number(value) >= Number(least) && Number(value) <= Number(most);
  return kind === "text" && value.length <= LONGEST && /^[\w ,:+-]+$/.test(value);
}

/** The variants that an address names, as far as this edition has them. */
export const variantsIn = (search: string, game: GameInfo, edition: string): string[] =>
  (new URLSearchParams(search).get("with") ?? "").split(",").filter((one) => game.editions[edition]?.includes(one));

/** The house rules that an address names: those that exist, with values that they can have and the edition has not. */
export function houseIn(search: string, game: GameInfo, plain: Readonly<Record<string, string>>): HouseRule[] {
  const said = (new URLSearchParams(search).get("house") ?? "").split(";").map((part) => {
    const at = part.indexOf(":");
    return [part.slice(0, at), part.slice(at + 1)] as const;
  });
  return game.settings.flatMap((setting) => {
    const value = said.find(([name]) => name === setting.name)?.[1] ?? "";
    const before = plain[setting.name] ?? "";
    return value && value !== before && fits(setting, value) ? [{ setting, value, plain: before }] : [];
  });
}
