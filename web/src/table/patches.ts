// Merge patches (RFC 7396), as the server makes them: objects key by key, null takes a key away, all else is replaced
// whole. What a patch does not touch stays the very same object, so that comparing by identity tells what changed.

export type Json = unknown;
export type JsonObject = Readonly<Record<string, Json>>;

export function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
