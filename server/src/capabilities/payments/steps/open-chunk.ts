import { hash } from 'node:crypto';
import { KeyUnknown, Unsealable } from '#platform/crypto/envelope.ts';
import type { BulkEntry } from '../domain/bulk-payment.ts';
import type { Chunk } from '../store/bulk-entries.store.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import type { PaymentsVault } from '../store/payments-vault.ts';

/** A chunk of a bulk is not the one that was approved. */
export class ChunkAltered extends Error {
  override readonly name = 'ChunkAltered';
}

/** A database that fails says nothing about the transfers, and a process that lacks a key cannot know. */
export function isAltered(error: unknown): boolean {
  return (error instanceof ChunkAltered || error instanceof Unsealable) && !(error instanceof KeyUnknown);
}

/**
 * Returns the transfers of a chunk. Throws `ChunkAltered` if they are not those whose hash was approved, and
 * `Unsealable` if their seal is broken.
 */
export function openChunk(
  vault: PaymentsVault,
  bankId: string,
  { bulk, paymentId }: StoredBulk,
  { chunkNo, sealed }: Chunk,
): readonly BulkEntry[] {
  const plain = vault.openChunk(bankId, { paymentId, chunkNo }, sealed);
  if (hash('sha256', plain, 'hex') !== bulk.chunkHashes[chunkNo])
    throw new ChunkAltered(`chunk ${chunkNo} of payment ${paymentId}`);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by this product, and its hash is known
  return JSON.parse(plain.toString()) as readonly BulkEntry[];
}
