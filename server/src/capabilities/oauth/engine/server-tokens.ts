import type { TokenIssuer } from '#platform/auth/jwt-verifier.ts';
import { createKeySet } from '#platform/auth/key-set.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { publishedKeys } from '../domain/signing-key.ts';
import { listSigningKeys } from '../store/signing-keys.store.ts';
import { createKeyDecrypter } from './bank-keys.ts';
import { issuerOf } from './server-deps.ts';

/** Keys are reloaded after this time; a deleted key stays valid at most this much longer. */
const freshForMs = 2_000;
const cooldownMs = 500;

/**
 * Returns our own servers as token issuers: they read the tables directly, and only keys for access tokens. Public keys
 * are derived from private keys that can be decrypted, so write access to the table is not enough to add a key.
 */
export function ownIssuers(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly banks: readonly string[];
  readonly signingKeyVault: Vault;
}): readonly TokenIssuer[] {
  const { banks, baseUrl, clock, database, signingKeyVault } = options;
  const privateKey = createKeyDecrypter(signingKeyVault);
  return banks.map((bankId) => ({
    issuer: issuerOf(baseUrl, bankId),
    audience: baseUrl,
    banks: [bankId],
    callers: 'every-caller',
    unbound: 'refused',
    keys: createKeySet({
      nowMs: () => performance.now(),
      freshForMs,
      cooldownMs,
      load: async () => {
        const keys = publishedKeys(await listSigningKeys(database.forBank(bankId), bankId), clock.now());
        return JSON.stringify({
          keys: keys
            .filter(({ tokenClass }) => tokenClass === 'access-token')
            .map(privateKey)
            .map(({ alg, crv, kid, kty, use, x, y }) => ({ alg, crv, kid, kty, use, x, y })),
        });
      },
    }),
  }));
}
