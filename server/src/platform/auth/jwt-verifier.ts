import { hash } from 'node:crypto';
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { Temporal } from 'temporal-polyfill';
import type { Clock } from '#platform/kernel/clock.ts';
import { assurances } from './caller.ts';
import type { TokenFacts, TokenVerifier } from './token-verifier.ts';

export interface TokenIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** Finds the key a token names; fetches the issuer's set when needed. */
  readonly keys: JWTVerifyGetKey;
}

const algorithms = ['PS256', 'ES256', 'EdDSA'];
const clockToleranceSeconds = 10;
/** Verified tokens remembered at most; a signature costs 50 times a look-up. */
const rememberedMax = 20_000;
const tokenLengthMax = 8_192;
/** The year 9999; times beyond it are no times. */
const latestSeconds = 253_402_300_799;

interface Remembered {
  readonly facts: TokenFacts;
  readonly expiresAtMs: number;
}

/** Verifies access tokens of RFC 9068 from the given issuers. */
export function createJwtVerifier(options: {
  readonly clock: Clock;
  readonly issuers: readonly TokenIssuer[];
}): TokenVerifier {
  const { clock, issuers } = options;
  const remembered = new Map<string, Remembered>();
  return {
    async verify(token) {
      if (token.length > tokenLengthMax) return undefined;
      const nowMs = clock.now().epochMilliseconds;
      const digest = hash('sha256', token, 'base64');
      const known = remembered.get(digest);
      if (known !== undefined && nowMs < known.expiresAtMs) return known.facts;
      const payload = await verifyWithAny(token, issuers, nowMs);
      const facts = payload && factsOf(payload);
      if (payload?.exp === undefined || facts === undefined) return undefined;
      if (remembered.size >= rememberedMax) remembered.clear();
      remembered.set(digest, { facts, expiresAtMs: payload.exp * 1_000 });
      return facts;
    },
  };
}

async function verifyWithAny(
  token: string,
  issuers: readonly TokenIssuer[],
  nowMs: number,
): Promise<JWTPayload | undefined> {
  for (const { issuer, audience, keys } of issuers) {
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
      return payload;
      // Not this issuer's, or not good: the next one may know it; the caller learns only that nobody did.
    } catch {
      continue;
    }
  }
  return undefined;
}

function factsOf(payload: JWTPayload): TokenFacts | undefined {
  const clientId = text(payload['client_id']);
  const subject = payload.sub;
  const banks = texts(payload['bank-id']);
  if (clientId === undefined || subject === undefined || banks.length === 0) return undefined;
  const confirmation = payload['cnf'];
  const fingerprint256 = fingerprintOf(confirmation);
  // Bound to a proof that is not checked here: taking it unbound would be worse than not at all.
  if (confirmation !== undefined && fingerprint256 === undefined) return undefined;
  const employeeId = text(payload['employee-id']);
  return {
    clientId,
    subject,
    banks,
    scopes: new Set((text(payload['scope']) ?? '').split(' ').filter(Boolean)),
    employee:
      employeeId === undefined
        ? undefined
        : { id: employeeId, unit: text(payload['unit']), roles: new Set(texts(payload['roles'])) },
    customer: subject === clientId || employeeId !== undefined ? undefined : customerOf(payload),
    certificateFingerprint256: fingerprint256,
  };
}

function customerOf(payload: JWTPayload): TokenFacts['customer'] {
  const assurance = assurances.find((known) => known === payload['acr']) ?? '1fa';
  const authTime = payload['auth_time'];
  // Without a believable time the sign-in is as old as can be.
  const authenticatedAtSeconds =
    typeof authTime === 'number' && authTime > 0 && authTime < latestSeconds ? Math.floor(authTime) : 0;
  return {
    customerNumber: text(payload['customer-number']),
    actingFor: text(payload['acting-for']),
    assurance,
    authenticatedAt: Temporal.Instant.fromEpochMilliseconds(authenticatedAtSeconds * 1_000),
    deviceId: text(payload['device-id']),
  };
}

/** `x5t#S256`, and nothing beside it, is base64url; certificates are known here by lower-case hex. */
function fingerprintOf(confirmation: unknown): string | undefined {
  if (typeof confirmation !== 'object' || confirmation === null) return undefined;
  if (Object.keys(confirmation).length !== 1) return undefined;
  const thumbprint: unknown = Reflect.get(confirmation, 'x5t#S256');
  return typeof thumbprint === 'string' ? Buffer.from(thumbprint, 'base64url').toString('hex') : undefined;
}

function text(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined;
}

function texts(claim: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return items.map(text).filter((item) => item !== undefined);
}
