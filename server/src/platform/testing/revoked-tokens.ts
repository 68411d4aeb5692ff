import type { TokenRevocations } from '#platform/auth/token-revocations.ts';

/** A revocation list for tests: tokens, grants and clients. */
export interface RevokedTokens extends TokenRevocations {
  revoke(what: 'token' | 'grant' | 'client', id: string): void;
}

export function revokedTokens(): RevokedTokens {
  const revoked = new Set<string>();
  return {
    revoke: (what, id) => void revoked.add(`${what} ${id}`),
    isRevoked: ({ clientId, grantId, tokenId }) =>
      revoked.has(`token ${tokenId}`) || revoked.has(`grant ${grantId}`) || revoked.has(`client ${clientId}`),
  };
}
