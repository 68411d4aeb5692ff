/** A key for sealing fields. The id is stored with every value, so that keys can change while old values stay. */
export interface DataKey {
  readonly id: Buffer;
  readonly secret: Buffer;
}

/**
 * Port: where keys come from. A class says what a key is for, so that whoever holds one kind cannot open the other.
 */
export interface KeyProvider {
  /** The key that seals from now on. */
  current(bankId: string, keyClass: string): DataKey;
  /** The key an old value was sealed with. */
  byId(bankId: string, keyClass: string, id: Buffer): DataKey | undefined;
  /**
   * Secrets of their own for each purpose, the same in every process: cookie keys, nonce secrets. The first is for
   * what is made now, the others for what was made before the keys changed.
   */
  derive(bankId: string, purpose: string): readonly [Buffer, ...Buffer[]];
}
