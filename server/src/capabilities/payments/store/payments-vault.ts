import { gunzipSync, gzipSync } from 'node:zlib';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createVault } from '#platform/crypto/vault.ts';
import type { KeptBulk } from '../domain/bulk-payment.ts';
import type { KeptOrder } from '../domain/single-payment.ts';

/** Encrypts orders and the documents that they came in. */
export interface PaymentsVault {
  sealPayment(bankId: string, paymentId: string, order: KeptOrder): Buffer;
  openPayment(bankId: string, paymentId: string, sealed: Buffer): KeptOrder;
  sealBulk(bankId: string, paymentId: string, bulk: KeptBulk): Buffer;
  openBulk(bankId: string, paymentId: string, sealed: Buffer): KeptBulk;
  /** Encrypts a chunk of the transfers of a bulk. */
  sealChunk(bankId: string, key: ChunkKey, entries: Uint8Array): Buffer;
  openChunk(bankId: string, key: ChunkKey, sealed: Buffer): Buffer;
  /** Encrypts the results of verifying the payees of a chunk. */
  sealResults(bankId: string, key: ChunkKey, results: Uint8Array): Buffer;
  openResults(bankId: string, key: ChunkKey, sealed: Buffer): Buffer;
  /** The document of a bulk, which a thread has compressed. */
  sealCompressed(bankId: string, paymentId: string, compressed: Uint8Array): Buffer;
  openCompressed(bankId: string, paymentId: string, sealed: Buffer): Buffer;
  sealDocument(bankId: string, paymentId: string, document: Uint8Array): Buffer;
  openDocument(bankId: string, paymentId: string, sealed: Buffer): Buffer;
}

type SealedColumn = 'sealed_payment' | 'sealed_document';

export function paymentEncryptionContext(
  bankId: string,
  rowId: string,
  column: SealedColumn,
): EncryptionContext {
  return { bankId, table: 'payment', column, rowId };
}

/** Names a chunk. */
export interface ChunkKey {
  readonly paymentId: string;
  readonly chunkNo: number;
}

export function chunkEncryptionContext(
  bankId: string,
  paymentId: string,
  chunkNo: string | number,
): EncryptionContext {
  return { bankId, table: 'bulk_chunk', column: 'sealed_entries', rowId: `${paymentId}/${chunkNo}` };
}

export function resultsEncryptionContext(
  bankId: string,
  paymentId: string,
  chunkNo: string | number,
): EncryptionContext {
  return { bankId, table: 'bulk_check_chunk', column: 'sealed_results', rowId: `${paymentId}/${chunkNo}` };
}

export function createPaymentsVault(keys: KeyProvider): PaymentsVault {
  const vault = createVault(keys, 'payments');
  return {
    sealPayment: (bankId, paymentId, order) =>
      vault.seal(
        paymentEncryptionContext(bankId, paymentId, 'sealed_payment'),
        Buffer.from(JSON.stringify(order)),
      ),
    openPayment(bankId, paymentId, sealed) {
      const plain = vault.unseal(paymentEncryptionContext(bankId, paymentId, 'sealed_payment'), sealed);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by this vault
      return JSON.parse(plain.toString()) as KeptOrder;
    },
    sealBulk: (bankId, paymentId, bulk) =>
      vault.seal(
        paymentEncryptionContext(bankId, paymentId, 'sealed_payment'),
        Buffer.from(JSON.stringify(bulk)),
      ),
    openBulk(bankId, paymentId, sealed) {
      const plain = vault.unseal(paymentEncryptionContext(bankId, paymentId, 'sealed_payment'), sealed);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by this vault
      return JSON.parse(plain.toString()) as KeptBulk;
    },
    sealChunk: (bankId, { chunkNo, paymentId }, entries) =>
      vault.seal(chunkEncryptionContext(bankId, paymentId, chunkNo), Buffer.from(entries)),
    openChunk: (bankId, { chunkNo, paymentId }, sealed) =>
      vault.unseal(chunkEncryptionContext(bankId, paymentId, chunkNo), sealed),
    sealResults: (bankId, { chunkNo, paymentId }, results) =>
      vault.seal(resultsEncryptionContext(bankId, paymentId, chunkNo), Buffer.from(results)),
    openResults: (bankId, { chunkNo, paymentId }, sealed) =>
      vault.unseal(resultsEncryptionContext(bankId, paymentId, chunkNo), sealed),
    sealCompressed: (bankId, paymentId, compressed) =>
      vault.seal(paymentEncryptionContext(bankId, paymentId, 'sealed_document'), Buffer.from(compressed)),
    openCompressed: (bankId, paymentId, sealed) =>
      vault.unseal(paymentEncryptionContext(bankId, paymentId, 'sealed_document'), sealed),
    // A document of XML shrinks to a tenth.
    sealDocument: (bankId, paymentId, document) =>
      vault.seal(paymentEncryptionContext(bankId, paymentId, 'sealed_document'), gzipSync(document)),
    openDocument: (bankId, paymentId, sealed) =>
      gunzipSync(vault.unseal(paymentEncryptionContext(bankId, paymentId, 'sealed_document'), sealed)),
  };
}
