// The check that anyone can make after a game: the seed that was revealed is the one that was promised before it began.
// The same as `commitment` in src/heimlich/fairness.py; whole records are checked by `heimlich verify`.

import type { Terms } from "../messages/messages";

const DOMAIN = "heimlich fair 1";

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + 8 + part.length, 0));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const part of parts) {
    view.setBigUint64(at, BigInt(part.length));
    whole.set(part, at + 8);
    at += 8 + part.length;
  }
  return whole;
}

export function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** What a server publishes before the first event, for this seed, table and rules. */
export async function commitment(seed: string, table: string, terms: Terms, version: number): Promise<string> {
  const variants = terms.variants ?? [];
  const words = [table, terms.game, terms.edition, String(version), String(terms.seats), String(variants.length)];
  words.push(...variants, ...(terms.house ?? []).flat());
  const text = new TextEncoder();
  const parts = [
    text.encode(DOMAIN),
    text.encode("commitment"),
    fromHex(seed),
    ...words.map((word) => text.encode(word)),
  ];
  const digest = await crypto.subtle.digest("SHA-256", joined(parts));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
