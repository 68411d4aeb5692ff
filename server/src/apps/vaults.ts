import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createVault, type Vault } from '#platform/crypto/vault.ts';

/** Seals and opens the private halves of signing keys. */
export function signingKeyVaultFrom(keys: KeyProvider): Vault {
  return createVault(keys, 'signing-keys');
}

/** Seals what was answered to commands, as long as it may be asked for again. */
export function answerVaultFrom(keys: KeyProvider): Vault {
  return createVault(keys, 'answers');
}
