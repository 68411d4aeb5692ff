import type { EncryptionContext } from '#platform/crypto/envelope.ts';

/** A column of the primary key behind the bank, with its SQL type. */
export interface KeyColumn {
  readonly name: string;
  readonly type: 'text' | 'uuid' | 'timestamptz' | 'bytea';
}

/** A column of sealed values: how its rows are walked through, and for which place each value was sealed. */
export interface SealedColumn {
  /** With its schema, as SQL spells it. */
  readonly table: string;
  readonly column: string;
  readonly key: readonly [KeyColumn, ...KeyColumn[]];
  /** The values of the key columns as PostgreSQL writes them as text. */
  readonly placeOf: (bankId: string, key: readonly string[]) => EncryptionContext;
  /** Rows at a time; few where values are large. */
  readonly batchRows?: number;
  /** Something else in the row depends on the sealed bytes: a walk of the capability seals it anew. */
  readonly isWalkedApart?: true;
}

/**
 * What a key of a bank is for, which decides how it is replaced:
 * - `sealing`: seals values. Replaced by `keys reseal`, which seals every value in `columns` anew. Without columns the
 *   values expire by themselves, and the old key goes after `believedForSeconds`.
 * - `index`: makes look-up indexes. Replaced by `keys reindex`; meanwhile look-ups ask for all of them.
 * - `rotating`: signs or counts what is short-lived. Replaced at every reseal; the old key is believed for a while.
 * - `marking`: makes keyed hashes over rows. Replaced by `keys reseal`, by walks of the capability.
 * - `verifying`: what it made cannot be made anew without its owner (password hashes). The new key makes what is new,
 *   the old one stays.
 * - `lasting`: cannot be replaced at all, because others keep what it made (passkey user handles). Only wrapped anew.
 */
export type KeyClass = Replaceable & {
  readonly name: string;
  /** Not in the first version of the ring: banks get a key of it when they start with the version that added it. */
  readonly isAdded?: true;
};

type Replaceable =
  | { readonly use: 'sealing'; readonly columns: readonly SealedColumn[] }
  | { readonly use: 'sealing' | 'rotating'; readonly believedForSeconds: number }
  | { readonly use: 'index' | 'marking' | 'verifying' | 'lasting' };

/** The columns that `keys reseal` walks through for a class. */
export function sealedColumnsOf(keyClass: KeyClass): readonly SealedColumn[] {
  return 'columns' in keyClass ? keyClass.columns : [];
}

/** How long what an old key made is still believed; undefined where a command decides. */
export function believedForSecondsOf(keyClass: KeyClass): number | undefined {
  return 'believedForSeconds' in keyClass ? keyClass.believedForSeconds : undefined;
}
