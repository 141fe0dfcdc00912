// House rules in the address of a rules page: `?with=top-secret&house=target:30;one_agent:yes`. house.ts reads them.

import type { Terms } from "../../table/messages/messages";

/** What a table plays otherwise than its edition, for an address; "" where it changes nothing. */
export function houseQuery({ variants = [], house = [] }: Pick<Terms, "variants" | "house">): string {
  const told = house.map(([name, value]) => `${name}:${encodeURIComponent(value)}`).join(";");
  const parts = [variants.length && `with=${variants.join(",")}`, told && `house=${told}`].filter(Boolean);
  return parts.length ? `?${parts.join("&")}` : "";
}
