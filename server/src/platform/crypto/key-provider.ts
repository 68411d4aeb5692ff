/**
 * A key for encrypting fields. Its id is stored with every value, so that old values stay readable when keys change.
 */
export interface DataKey {
  readonly id: Buffer;
  readonly secret: Buffer;
}

/** Port: provides keys. The class is what a key is for, so that a key of one class cannot decrypt values of another. */
export interface KeyProvider {
  /** Returns the key that encrypts new values. */
  current(bankId: string, keyClass: string): DataKey;
  /** Returns the key that an old value was encrypted with. */
  byId(bankId: string, keyClass: string, id: Buffer): DataKey | undefined;
  /**
   * Derives secrets for a purpose, the same in every process: cookie keys, nonce secrets. The first is for new values,
   * the others for those made before the keys changed.
   */
  derive(bankId: string, purpose: string): readonly [Buffer, ...Buffer[]];
}
