import type { EncryptionContext } from '#platform/crypto/envelope.ts';

/** A column of the primary key after the bank id, with its SQL type. */
export interface KeyColumn {
  readonly name: string;
  readonly type: 'text' | 'uuid' | 'integer' | 'timestamptz' | 'bytea';
}

/** A column of encrypted values: how its rows are read, and the encryption context of each value. */
export interface SealedColumn {
  /** With its schema, as in SQL. */
  readonly table: string;
  readonly column: string;
  readonly key: readonly [KeyColumn, ...KeyColumn[]];
  /** Returns the encryption context of a row; the values of the key columns are PostgreSQL text. */
  readonly encryptionContextOf: (bankId: string, key: readonly string[]) => EncryptionContext;
  /** Rows per batch; fewer for large values. */
  readonly batchRows?: number;
  /** Another value in the row depends on the encrypted bytes: a walk of the capability re-encrypts it. */
  readonly isWalkedApart?: true;
}

/**
 * What a key of a bank is for, which decides how it is replaced:
 * - `sealing`: encrypts values. Replaced by `keys reseal`, which re-encrypts every value in `columns`. Without columns
 *   the values expire, and the old key is removed after `acceptedForSeconds`.
 * - `index`: makes blind indexes. Replaced by `keys reindex`; meanwhile look-ups use the indexes of all keys.
 * - `rotating`: signs or counts short-lived values. Replaced at every reseal; the old key stays accepted for a while.
 * - `marking`: makes keyed hashes over rows. Replaced by `keys reseal`, by walks of the capability.
 * - `verifying`: its results cannot be recomputed without their owner (password hashes). The new key makes new ones,
 *   the old one stays.
 * - `lasting`: cannot be replaced at all, because external parties store its results (passkey user handles). Only
 *   rewrapped.
 */
export type KeyClass = Replaceable & {
  /** Never renamed: the first keys are derived from it, and the canary of every key is encrypted under it. */
  readonly name: string;
  /** Not in the first version of the ring: banks get a key of it when they start with the version that added it. */
  readonly isAdded?: true;
};

type Replaceable =
  | { readonly use: 'sealing'; readonly columns: readonly SealedColumn[] }
  | { readonly use: 'sealing' | 'rotating'; readonly acceptedForSeconds: number }
  | { readonly use: 'index' | 'marking' | 'verifying' | 'lasting' };

/** Returns the columns that `keys reseal` re-encrypts for a class. */
export function sealedColumnsOf(keyClass: KeyClass): readonly SealedColumn[] {
  return 'columns' in keyClass ? keyClass.columns : [];
}

/** Returns how long the results of an old key stay accepted; undefined if a command decides. */
export function acceptedForSecondsOf(keyClass: KeyClass): number | undefined {
  return 'acceptedForSeconds' in keyClass ? keyClass.acceptedForSeconds : undefined;
}
