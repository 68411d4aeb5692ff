import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ownIssuers } from '#capabilities/oauth/index.ts';
import { createJwtVerifier } from '#platform/auth/jwt-verifier.ts';
import { createKeySet, type LoadKeySet } from '#platform/auth/key-set.ts';
import type { TokenRevocations } from '#platform/auth/token-revocations.ts';
import type { TokenVerifier } from '#platform/auth/token-verifier.ts';
import type { Database } from '#platform/db/database.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { Foundation } from './foundation.ts';
import { signingKeyVaultFrom } from './vaults.ts';

/** Purpose under which the egress client fetches issuers' keys. */
export const keySetPurpose = 'token-issuer-keys';

interface VerifierParts {
  readonly database: Database;
  readonly egress: Egress;
  readonly revocations: TokenRevocations;
}

/** Believes the tokens of our own servers and of the configured issuers. */
export function tokenVerifierFrom(
  { clock, config }: Foundation,
  { database, egress, revocations }: VerifierParts,
): TokenVerifier {
  const { banks, baseUrl } = config;
  const signingKeyVault = config.oauthServer === 'on' ? signingKeyVaultFrom(config) : undefined;
  const own =
    signingKeyVault === undefined ? [] : ownIssuers({ database, clock, baseUrl, banks, signingKeyVault });
  return createJwtVerifier({
    clock,
    revocations,
    issuers: [
      ...own,
      ...config.tokenIssuers.map(({ issuer, audience, jwks }) => ({
        issuer,
        audience,
        unbound: 'accepted' as const,
        keys: createKeySet({ load: loaderOf(jwks, egress), nowMs: () => performance.now() }),
      })),
    ],
  });
}

function loaderOf(at: string, egress: Egress): LoadKeySet {
  if (at.startsWith('file:')) return () => readFile(pathOf(at), 'utf8');
  return async () => {
    const { status, body } = await egress.send({ purpose: keySetPurpose, method: 'GET', url: at });
    if (status !== 200) throw new Error('the issuer did not give its keys');
    return body.toString('utf8');
  };
}

/** `file:///keys.json` and `file:keys.json` are both understood. */
export function pathOf(at: string): string {
  return at.startsWith('file://') ? fileURLToPath(at) : at.slice('file:'.length);
}
