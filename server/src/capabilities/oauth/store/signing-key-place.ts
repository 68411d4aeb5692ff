import type { Place } from '#platform/crypto/envelope.ts';

/** Where a private key is sealed in. */
export function signingKeyPlace(bankId: string, keyId: string): Place {
  return { bankId, table: 'signing_key', column: 'sealed_private_key', rowId: keyId };
}
