/** A party that was erased, or is about to be. */
export interface Erasure {
  readonly bankId: string;
  readonly partyNumber: string;
  readonly erasedAt: string;
}

/**
 * Port: the list of erased parties, stored outside the database and its backups. Written before the key is destroyed,
 * and replayed after a backup has been restored.
 */
export interface ErasureLedger {
  append(erasure: Erasure): Promise<void>;
  list(): Promise<readonly Erasure[]>;
}
