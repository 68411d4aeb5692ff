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
  /** Finds the key a token names; fetches the issuer's set when needed. */
  readonly keys: JWTVerifyGetKey;
}

export interface JwtVerifierOptions {
  readonly clock: Clock;
  readonly issuers: readonly TokenIssuer[];
  readonly revocations: TokenRevocations;
}

const algorithms = ['PS256', 'ES256', 'EdDSA'];
const clockToleranceSeconds = 10;
/** Verified tokens remembered at most; a signature costs 50 times a look-up. */
const rememberedMax = 20_000;
/** Then the signature is checked again: its key may be gone, because it was stolen. */
const rememberedForMs = 60_000;
const tokenLengthMax = 8_192;

interface Remembered {
  readonly verdict: TokenVerdict;
  readonly goodUntilMs: number;
}

/** Verifies access tokens of RFC 9068 from the given issuers. */
export function createJwtVerifier({ clock, issuers, revocations }: JwtVerifierOptions): TokenVerifier {
  const issuersByName = new Map(issuers.map((issuer) => [issuer.issuer, issuer]));
  assert(issuersByName.size === issuers.length, 'an issuer is named twice');
  const remembered = lruCache<Remembered>(rememberedMax);

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
      const goodUntilMs = Math.min(payload.exp * 1_000, nowMs + rememberedForMs);
      remembered.set(digest, { verdict, goodUntilMs });
    }
    return verdict;
  }

  return {
    knownAs(token) {
      if (token.length > tokenLengthMax) return undefined;
      const digest = digestOf(token);
      return remembered.get(digest) === undefined ? undefined : digest;
    },
    async verify(token) {
      if (token.length > tokenLengthMax) return refusedToken('token-malformed');
      const nowMs = clock.now().epochMilliseconds;
      const digest = digestOf(token);
      const known = remembered.get(digest);
      const isKnown = known !== undefined && nowMs < known.goodUntilMs;
      const verdict = isKnown ? known.verdict : await verifyOnce(token, digest, nowMs);
      // Good once is not good for ever: a token can be taken back at any moment, so the answer is never remembered.
      const isRevoked = verdict.kind === 'accepted' && revocations.isRevoked(verdict.facts);
      return isRevoked ? refusedToken('token-revoked') : verdict;
    },
  };
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64');
}

/** Whose token it says it is. Only that one's keys are tried, so a stranger cannot make us try them all. */
function claimedIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss ?? '';
    // No token at all.
  } catch {
    return undefined;
  }
}

/** The claims, when this issuer has really signed them, for us and for now; otherwise the cause of the refusal. */
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
      // oxlint-disable-next-line no-restricted-globals -- the library wants a Date; the moment is ours
      currentDate: new Date(nowMs),
      requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
    });
    // The library looks at `iat` only where tokens may not be older than something.
    const isFromLater = (payload.iat ?? 0) > nowMs / 1_000 + clockToleranceSeconds;
    return isFromLater ? 'token-not-yet-valid' : payload;
    // Whatever is wrong with it, the caller learns only that it is worth nothing. The log has the cause.
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
 * Header and claims are signed as they are written, the signature is not: the last letter has bits that nobody reads.
 * One token has one spelling, so that what is remembered and revoked by its text cannot come back under another.
 */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}
