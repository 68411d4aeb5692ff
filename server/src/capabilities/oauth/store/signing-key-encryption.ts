import type { EncryptionContext } from '#platform/crypto/envelope.ts';

/** Returns the encryption context of a private key. */
export function signingKeyEncryptionContext(bankId: string, keyId: string): EncryptionContext {
  return { bankId, table: 'signing_key', column: 'sealed_private_key', rowId: keyId };
}
