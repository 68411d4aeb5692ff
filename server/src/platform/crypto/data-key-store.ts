import type { Temporal } from 'temporal-polyfill';

/** A data key as it is stored. */
export interface WrappedKey {
  readonly keyId: Buffer;
  readonly wrapped: Buffer;
  readonly createdAt: Temporal.Instant;
}

/** Port: where the wrapped data keys of one class are kept. */
export interface DataKeyStore {
  /** All of a bank, the highest key id first. */
  list(bankId: string): Promise<readonly WrappedKey[]>;
  /** Adds one, unless the bank has one of that id: of two that insert the same at once, one is told `taken`. */
  insert(bankId: string, key: WrappedKey): Promise<'inserted' | 'taken'>;
  /** Puts the same key, wrapped anew, in its place. */
  replace(bankId: string, key: WrappedKey): Promise<void>;
}
