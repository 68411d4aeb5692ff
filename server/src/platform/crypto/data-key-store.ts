import type { Temporal } from 'temporal-polyfill';

/** A data key as it is stored. */
export interface WrappedKey {
  readonly keyId: Buffer;
  readonly wrapped: Buffer;
  readonly createdAt: Temporal.Instant;
}

/** Port: stores the wrapped data keys of one class. */
export interface DataKeyStore {
  /** Lists the keys of a bank, the highest key id first. */
  list(bankId: string): Promise<readonly WrappedKey[]>;
  /** Inserts a key unless the bank has one with that id; of two concurrent inserts of one id, one returns `taken`. */
  insert(bankId: string, key: WrappedKey): Promise<'inserted' | 'taken'>;
  /** Replaces the wrapped form of an existing key. */
  replace(bankId: string, key: WrappedKey): Promise<void>;
}
