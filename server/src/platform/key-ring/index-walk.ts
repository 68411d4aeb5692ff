import { Unsealable } from '#platform/crypto/envelope.ts';
import type { Statement } from '#platform/db/statement.ts';

/** A row with blind indexes. */
export interface IndexedRow {
  readonly key: readonly string[];
  /** How many indexes are stored, and how many of them were made with the current keys. */
  readonly indexes: { readonly stored: number; readonly current: number };
  /**
   * Statements that store the indexes of the current keys, if others are stored; they do not change a row that was
   * changed since.
   */
  readonly update: readonly Statement[] | undefined;
}

/** A table with blind indexes: how its rows are read and updated. */
export interface IndexWalk {
  readonly task: string;
  count(bankId: string): Promise<number>;
  list(bankId: string, after: readonly string[] | undefined, rowsMax: number): Promise<readonly IndexedRow[]>;
}

/**
 * Reads a row. A row whose values cannot be decrypted stays outdated, so that the walk continues and reports it at its
 * end.
 */
export function openedRow(key: readonly string[], read: () => IndexedRow): IndexedRow {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unsealable)) throw error;
    return { key, indexes: { stored: 1, current: 0 }, update: [] };
  }
}
