import { decodeJwt } from 'jose';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { clockToleranceSeconds } from '../domain/lifetimes.ts';

/**
 * Refuses a DPoP proof from the future. The library accepts one that is five minutes ahead, and any with a nonce; FAPI
 * 2.0 5.3.2.1 allows a minute at most, because proofs made in advance can be passed to others. The library verifies the
 * signature afterwards.
 */
export function checkProofTime(ctx: KoaContextWithOIDC, nowSeconds: number): void {
  const { iat } = claimsOf(ctx.get('DPoP'));
  if (typeof iat === 'number' && iat > nowSeconds + clockToleranceSeconds)
    throw new errors.InvalidDpopProof('DPoP proof is from the future');
}

function claimsOf(proof: string): Readonly<Record<string, unknown>> {
  try {
    return decodeJwt(proof);
    // Not a proof; the library reports it.
  } catch {
    return {};
  }
}
