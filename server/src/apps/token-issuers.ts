import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createJwtVerifier } from '#platform/auth/jwt-verifier.ts';
import { createKeySet, type LoadKeySet } from '#platform/auth/key-set.ts';
import type { TokenVerifier } from '#platform/auth/token-verifier.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { Clock } from '#platform/kernel/clock.ts';

/** Purpose under which the egress client fetches issuers' keys. */
export const keySetPurpose = 'token-issuer-keys';

/** Believes the tokens of the configured issuers. */
export function tokenVerifierFrom(config: Config, clock: Clock, egress: Egress): TokenVerifier {
  return createJwtVerifier({
    clock,
    issuers: config.tokenIssuers.map(({ issuer, audience, jwks }) => ({
      issuer,
      audience,
      keys: createKeySet({ load: loaderOf(jwks, egress), nowMs: () => performance.now() }),
    })),
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
function pathOf(at: string): string {
  return at.startsWith('file://') ? fileURLToPath(at) : at.slice('file:'.length);
}
