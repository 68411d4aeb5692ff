import { Unsealable } from '#platform/crypto/envelope.ts';
import type { Statement } from '#platform/db/statement.ts';

/** A row with look-up indexes. */
export interface IndexedRow {
  readonly key: readonly string[];
  /** How many indexes are stored, and how many of them are those of the current keys. */
  readonly indexes: { readonly stored: number; readonly current: number };
  /** What stores the indexes of the current keys, if others are stored; changes nothing in a row that was changed since. */
  readonly update: readonly Statement[] | undefined;
}

/** A table with look-up indexes: how its rows are walked through and brought up to date. */
export interface IndexWalk {
  readonly task: string;
  count(bankId: string): Promise<number>;
  list(bankId: string, after: readonly string[] | undefined, rowsMax: number): Promise<readonly IndexedRow[]>;
}

/** Reads a row. One whose values do not open stays outdated, so that the walk names it at its end and goes on. */
export function openedRow(key: readonly string[], read: () => IndexedRow): IndexedRow {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unsealable)) throw error;
    return { key, indexes: { stored: 1, current: 0 }, update: [] };
  }
}
