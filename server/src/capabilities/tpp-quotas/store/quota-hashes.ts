import { createHmac } from 'node:crypto';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { secretKeyOf } from '#platform/crypto/secret-key.ts';

/** An account as a third party names it. */
export interface NamedAccount {
  readonly scheme: string;
  readonly id: string;
}

/** Hashes account numbers: no row tells which ones were asked about. */
export interface QuotaHashes {
  accountHash(bankId: string, account: NamedAccount): Buffer;
}

const hashBytes = 16;

export function createQuotaHashes(keys: KeyProvider): QuotaHashes {
  return {
    accountHash: (bankId, { id, scheme }) =>
      createHmac('sha256', secretKeyOf(keys.derive(bankId, 'unknown accounts')[0]))
        .update(`${scheme} ${id.toUpperCase()}`)
        .digest()
        .subarray(0, hashBytes),
  };
}
