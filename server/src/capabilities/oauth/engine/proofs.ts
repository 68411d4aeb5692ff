import { decodeJwt } from 'jose';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { clockToleranceSeconds } from '../domain/lifetimes.ts';

/**
 * Refuses a proof of possession from the future. The library takes one that is five minutes ahead, and with a nonce
 * any; FAPI 2.0 5.3.2.1 allows a minute at most, and whoever makes proofs ahead of time can hand them to others. The
 * signature has not been checked here: the library does that next.
 */
export function checkProofTime(ctx: KoaContextWithOIDC, nowSeconds: number): void {
  const { iat } = claimsOf(ctx.get('DPoP'));
  if (typeof iat === 'number' && iat > nowSeconds + clockToleranceSeconds)
    throw new errors.InvalidDpopProof('DPoP proof is from the future');
}

function claimsOf(proof: string): Readonly<Record<string, unknown>> {
  try {
    return decodeJwt(proof);
    // Not a proof at all; the library says so.
  } catch {
    return {};
  }
}
