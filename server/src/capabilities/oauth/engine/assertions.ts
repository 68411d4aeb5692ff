import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { assertionLifeMaxSeconds, clockToleranceSeconds } from '../domain/lifetimes.ts';

/**
 * Checks client assertions beyond the library's rules: the issuer is the only audience (FAPI 2.0 5.3.2.1), the lifetime
 * is short, and the times are not in the future.
 */
export function checkAssertion(
  ctx: KoaContextWithOIDC,
  claims: Readonly<Record<string, unknown>>,
  nowSeconds: number,
): void {
  const refuse = (why: string): never => {
    throw new errors.InvalidClientAuth(why);
  };
  const { aud, exp, iat, nbf } = claims;
  if (aud !== ctx.oidc.issuer) refuse('audience (aud) must be the issuer only');
  if (typeof exp !== 'number' || exp > nowSeconds + assertionLifeMaxSeconds + clockToleranceSeconds)
    refuse(`exp must be at most ${assertionLifeMaxSeconds} seconds ahead`);
  for (const moment of [iat, nbf]) {
    if (moment === undefined) continue;
    if (typeof moment !== 'number' || moment > nowSeconds + clockToleranceSeconds)
      refuse('the assertion is from the future');
  }
}
