import type { EncryptionContext } from '#platform/crypto/envelope.ts';

/** Where a private key is sealed in. */
export function signingKeyEncryptionContext(bankId: string, keyId: string): EncryptionContext {
  return { bankId, table: 'signing_key', column: 'sealed_private_key', rowId: keyId };
}
