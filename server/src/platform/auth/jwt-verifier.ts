import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Clock } from '#platform/kernel/clock.ts';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import { type IssuerLimits, verdictWithin } from './issuer-limits.ts';
import { factsOf } from './token-facts.ts';
import type { TokenRevocations } from './token-revocations.ts';
import { refusedToken, type TokenRefusal, type TokenVerdict, type TokenVerifier } from './token-verifier.ts';

export interface TokenIssuer extends IssuerLimits {
  readonly issuer: string;
  readonly audience: string;
  /** Finds the key a token names; fetches the issuer's key set if needed. */
  readonly keys: JWTVerifyGetKey;
}

export interface JwtVerifierOptions {
  readonly clock: Clock;
  readonly issuers: readonly TokenIssuer[];
  readonly revocations: TokenRevocations;
}

const algorithms = ['PS256', 'ES256', 'EdDSA'];
const clockToleranceSeconds = 10;
/** Maximum number of cached tokens; verifying a signature costs 50 times a look-up. */
const cachedMax = 20_000;
/** The signature is verified again after this time, because a stolen key may have been removed. */
const cachedForMs = 60_000;
const tokenLengthMax = 8_192;

interface CachedToken {
  readonly verdict: TokenVerdict;
  readonly goodUntilMs: number;
}

/** Verifies access tokens of RFC 9068 from the given issuers. */
export function createJwtVerifier({ clock, issuers, revocations }: JwtVerifierOptions): TokenVerifier {
  const issuersByName = new Map(issuers.map((issuer) => [issuer.issuer, issuer]));
  assert(issuersByName.size === issuers.length, 'an issuer is named twice');
  const cache = lruCache<CachedToken>(cachedMax);

  async function verifyOnce(token: string, digest: string, nowMs: number): Promise<TokenVerdict> {
    const claimed = claimedIssuer(token);
    if (claimed === undefined || !isCanonical(token)) return refusedToken('token-malformed');
    const issuer = issuersByName.get(claimed);
    if (issuer === undefined) return refusedToken('token-issuer-unknown');
    const payload = await verifiedPayload(token, issuer, nowMs);
    if (typeof payload === 'string') return refusedToken(payload);
    const facts = factsOf(payload);
    if (payload.exp === undefined || facts === undefined) return refusedToken('token-claims-invalid');
    const verdict = verdictWithin(issuer, facts);
    if (verdict.kind === 'accepted') {
      const goodUntilMs = Math.min(payload.exp * 1_000, nowMs + cachedForMs);
      cache.set(digest, { verdict, goodUntilMs });
    }
    return verdict;
  }

  return {
    knownAs(token) {
      if (token.length > tokenLengthMax) return undefined;
      const digest = digestOf(token);
      return cache.get(digest) === undefined ? undefined : digest;
    },
    async verify(token) {
      if (token.length > tokenLengthMax) return refusedToken('token-malformed');
      const nowMs = clock.now().epochMilliseconds;
      const digest = digestOf(token);
      const known = cache.get(digest);
      const isKnown = known !== undefined && nowMs < known.goodUntilMs;
      const verdict = isKnown ? known.verdict : await verifyOnce(token, digest, nowMs);
      // A token can be revoked at any time, so the result of this check is never cached.
      const isRevoked = verdict.kind === 'accepted' && revocations.isRevoked(verdict.facts);
      return isRevoked ? refusedToken('token-revoked') : verdict;
    },
  };
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64');
}

/** Returns the issuer that the token claims. Only its keys are tried, so a forged token cannot make us try them all. */
function claimedIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss ?? '';
    // Not a token.
  } catch {
    return undefined;
  }
}

/**
 * Returns the claims if this issuer signed them for our audience and they are valid now; otherwise the cause of the
 * refusal.
 */
async function verifiedPayload(
  token: string,
  { issuer, audience, keys }: TokenIssuer,
  nowMs: number,
): Promise<JWTPayload | TokenRefusal> {
  try {
    const { payload } = await jwtVerify<JWTPayload>(token, keys, {
      issuer,
      audience,
      algorithms,
      typ: 'at+jwt',
      clockTolerance: clockToleranceSeconds,
      // oxlint-disable-next-line no-restricted-globals -- the library requires a Date; the time comes from our clock
      currentDate: new Date(nowMs),
      requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
    });
    // The library checks `iat` only if a maximum age is set.
    const isFromLater = (payload.iat ?? 0) > nowMs / 1_000 + clockToleranceSeconds;
    return isFromLater ? 'token-not-yet-valid' : payload;
    // The caller learns only that the token is invalid; the log has the cause.
  } catch (error) {
    return causeOf(error);
  }
}

const causesByClaim: Readonly<Record<string, TokenRefusal>> = {
  aud: 'token-audience-wrong',
  typ: 'token-type-wrong',
  nbf: 'token-not-yet-valid',
};

function causeOf(error: unknown): TokenRefusal {
  if (error instanceof errors.JWTExpired) return 'token-expired';
  if (error instanceof errors.JWTClaimValidationFailed)
    return causesByClaim[error.claim] ?? 'token-claims-invalid';
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return 'token-key-unknown';
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'token-malformed';
  return 'token-signature-invalid';
}

/**
 * Header and claims are signed as they are written, but the last character of the signature has unused bits. Only one
 * spelling of a token is accepted, so that a token that is cached or revoked by its text cannot return under another.
 */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}
