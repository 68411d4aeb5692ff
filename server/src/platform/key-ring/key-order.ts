import type { KeyColumn } from './key-class.ts';

/** The columns of a primary key after the bank id. */
export type KeyColumns = readonly [KeyColumn, ...KeyColumn[]];

/** Values before all keys. */
const lowest: Readonly<Record<KeyColumn['type'], string>> = {
  text: "''",
  uuid: "'00000000-0000-0000-0000-000000000000'",
  integer: "'-2147483648'",
  timestamptz: "'-infinity'",
  bytea: String.raw`'\x'`,
};

/** Returns the key of a row as an array of texts. */
export function keyArray(key: KeyColumns): string {
  return `array[${key.map(({ name }) => `${name}::text`).join(', ')}]`;
}

/** Returns the columns to sort by. */
export function keyList(key: KeyColumns, direction = ''): string {
  return key.map(({ name }) => `${name}${direction}`).join(', ');
}

/**
 * Compares the key columns with a position of the same number of texts; null is the position before all rows. One
 * comparison for both, so that every plan starts at the position: with "is null or", generic plans start at the first row.
 */
export function isBehind(key: KeyColumns, parameter: string): string {
  const values = key.map(
    ({ type }, index) => `coalesce((${parameter}::text[])[${index + 1}], ${lowest[type]})::${type}`,
  );
  return `(${keyList(key)}) > (${values.join(', ')})`;
}
