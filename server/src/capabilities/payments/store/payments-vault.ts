import { gunzipSync, gzipSync } from 'node:zlib';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createVault } from '#platform/crypto/vault.ts';
import type { KeptOrder } from '../domain/single-payment.ts';

/** Encrypts orders and the documents that they came in. */
export interface PaymentsVault {
  sealPayment(bankId: string, paymentId: string, order: KeptOrder): Buffer;
  openPayment(bankId: string, paymentId: string, sealed: Buffer): KeptOrder;
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
    // A document of XML shrinks to a tenth.
    sealDocument: (bankId, paymentId, document) =>
      vault.seal(paymentEncryptionContext(bankId, paymentId, 'sealed_document'), gzipSync(document)),
    openDocument: (bankId, paymentId, sealed) =>
      gunzipSync(vault.unseal(paymentEncryptionContext(bankId, paymentId, 'sealed_document'), sealed)),
  };
}
