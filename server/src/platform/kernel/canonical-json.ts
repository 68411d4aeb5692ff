import assert from 'node:assert/strict';

/** A value that JSON can express. Numbers are safe integers: amounts are texts. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [name: string]: CanonicalValue | undefined };

/**
 * Returns the one JSON text of a value: members sorted by their UTF-16 code units, no white space. RFC 8785, without
 * fractions. Undefined members are omitted.
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'number') assert(Number.isSafeInteger(value), 'canonical numbers are integers');
  if (typeof value === 'string') assert(value.isWellFormed(), 'text is not Unicode');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter((member): member is [string, CanonicalValue] => member[1] !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

function isList(value: CanonicalValue): value is readonly CanonicalValue[] {
  return Array.isArray(value);
}
