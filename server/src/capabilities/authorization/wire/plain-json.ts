import type { JsonValue } from '../domain/signing/json-text.ts';

/** Returns a strictly parsed value as plain objects. */
export function plainJson(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map((item: JsonValue) => plainJson(item));
  if (value instanceof Map) {
    // Defined one by one, so that no name can set the prototype.
    return Object.fromEntries([...value].map(([name, item]) => [name, plainJson(item)]));
  }
  return value;
}
