// Merge patches (RFC 7396), as the server makes them: objects key by key, null takes a key away, all else is replaced
// whole. What a patch does not touch stays the very same object, so that comparing by identity tells what changed.

export type Json = unknown;
export type JsonObject = Readonly<Record<string, Json>>;

export function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two values say the same. */
export function sameJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && sameJson((one as JsonObject)[key], (other as JsonObject)[key]))
  );
}

/** Gives a value back as the object that it was the last time, as long as it says the same. */
export function steady<Value>(): (value: Value) => Value {
  let last: Value;
  return (value) => (last = sameJson(last, value) ? last : value);
}

/** The picture with the changes merged in; the old one stays as it is. */
export function applyPatch(old: JsonObject, changes: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...old };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete merged[key];
    else if (isObject(value)) {
      const before = merged[key];
      merged[key] = applyPatch(isObject(before) ? before : {}, value);
    } else merged[key] = value;
  }
  return merged;
}
