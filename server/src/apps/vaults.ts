import type { Config } from '#platform/config/load-config.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault, type Vault } from '#platform/crypto/vault.ts';

/** Seals and opens the private halves of signing keys; nobody can without a master key. */
export function signingKeyVaultFrom({ masterKeys }: Config): Vault | undefined {
  return masterKeys && createVault(createLocalKeys(masterKeys.reveal()), 'signing-keys');
}

/** Seals what was answered to commands, as long as it may be asked for again. */
export function answerVaultFrom({ masterKeys }: Config): Vault | undefined {
  return masterKeys && createVault(createLocalKeys(masterKeys.reveal()), 'answers');
}
