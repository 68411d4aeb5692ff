import type { TokenRevocations } from '#platform/auth/token-revocations.ts';

/** A list that tests write on: tokens, grants and clients that are no longer good. */
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
