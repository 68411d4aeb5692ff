import { jwtVerify, SignJWT } from 'jose';
import type { Temporal } from 'temporal-polyfill';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { epochSeconds } from '#platform/kernel/timestamp.ts';

const type = 'offline-login+jwt';
const algorithm = 'HS256';

/** What an offline sign-in proves: that a device of the user computed a code. */
export interface OfflineClaims {
  readonly bankId: string;
  readonly userId: string;
  readonly offlineLoginId: string;
  /** `hwk` for a key in hardware, `swk` for any other. RFC 8176 */
  readonly keyKind: 'hwk' | 'swk';
  /** Issuer and audience: the token is for this installation alone. */
  readonly server: string;
  readonly issuedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

/** Signs the token with which the sign-in of this installation accepts a code that was verified before. */
export async function signOfflineToken(claims: OfflineClaims, key: Buffer): Promise<string> {
  const { bankId, expiresAt, issuedAt, keyKind, offlineLoginId, server, userId } = claims;
  return new SignJWT({ acr: '1fa', amr: ['otp', keyKind], 'bank-id': bankId })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setIssuer(server)
    .setAudience(server)
    .setSubject(userId)
    .setJti(offlineLoginId)
    .setIssuedAt(epochSeconds(issuedAt))
    .setExpirationTime(epochSeconds(expiresAt))
    .sign(key);
}

const payloadSchema = Type.Object({
  sub: Type.String(),
  jti: Type.String({ format: 'uuid' }),
  'bank-id': Type.String(),
  amr: Type.Tuple([Type.Literal('otp'), Type.Enum(['hwk', 'swk'])]),
});

/** What a token of an offline sign-in names. */
export interface ReadOfflineToken {
  readonly userId: string;
  readonly offlineLoginId: string;
  readonly keyKind: 'hwk' | 'swk';
}

/** Verifies a token of an offline sign-in; undefined for any other text. */
export async function readOfflineToken(
  token: string,
  expected: {
    readonly bankId: string;
    readonly server: string;
    readonly now: Temporal.Instant;
    readonly keys: readonly Buffer[];
  },
): Promise<ReadOfflineToken | undefined> {
  const { bankId, keys, now, server } = expected;
  const options = {
    issuer: server,
    audience: server,
    typ: type,
    algorithms: [algorithm],
    // oxlint-disable-next-line no-restricted-globals -- the library takes the time as a Date
    currentDate: new Date(now.epochMilliseconds),
  };
  for (const key of keys) {
    const payload = await jwtVerify(token, key, options).then(
      (verified): unknown => verified.payload,
      () => undefined,
    );
    if (Check(payloadSchema, payload) && payload['bank-id'] === bankId)
      return { userId: payload.sub, offlineLoginId: payload.jti, keyKind: payload.amr[1] };
  }
  return undefined;
}
