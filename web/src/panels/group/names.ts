// What members of a group are called.

import type { Group, Member } from "../../app/people/groups";
import { page } from "../../words/language/language.svelte";

/** A member without a name is "a guest"; "you" are marked. */
export function memberName({ name, you }: Member): string {
  if (you) return name ? `${name} (${page("tag-you")})` : page("tag-you");
  return name || page("a-guest");
}

export function nameIn(group: Group, number: number): string {
  const member = group.members.find((one) => one.number === number);
  return member ? memberName(member) : page("a-guest");
}
