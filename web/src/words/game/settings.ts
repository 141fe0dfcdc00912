// Words for the settings of the rules and their values.

import type { GameInfo } from "../../app/server/api";
import { canSay, page } from "../language/language.svelte";

/** What a setting is about: in the reader's language, else as the server says it. */
export function settingName(game: GameInfo, name: string): string {
  const key = `page.setting.${game.id}.${name}`;
  if (canSay(key)) return page(`setting.${game.id}.${name}`);
  return game.settings.find((setting) => setting.name === name)?.meaning ?? name;
}

/** A value: words where it is one, else as it is written. */
export function valueWords(value: string): string {
  return canSay(`page.value.${value}`) ? page(`value.${value}`) : value.replaceAll(",", ", ");
}

export const variantName = (variant: string): string =>
  canSay(`page.variant.${variant}`) ? page(`variant.${variant}`) : variant;
