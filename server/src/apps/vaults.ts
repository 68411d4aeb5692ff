import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createVault, type Vault } from '#platform/crypto/vault.ts';

/** Creates the vault that encrypts private signing keys. */
export function signingKeyVaultFrom(keys: KeyProvider): Vault {
  return createVault(keys, 'signing-keys');
}

/** Creates the vault that encrypts idempotency records. */
export function responseVaultFrom(keys: KeyProvider): Vault {
  return createVault(keys, 'answers');
}
