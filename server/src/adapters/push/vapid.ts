import assert from 'node:assert/strict';
import { importJWK, type JWK, SignJWT } from 'jose';
import type { Clock } from '#platform/kernel/clock.ts';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';

/** Identifies Portico to push services (RFC 8292). */
export interface VapidOptions {
  /** Contact for the operators of a push service: `mailto:` or `https:`. */
  readonly subject: string;
  /** A private key of P-256; browsers got the public one when they subscribed. */
  readonly key: Secret<JWK>;
}

/** Returns the value of the authorization header for a push service. */
export type Vapid = (origin: string) => Promise<string>;

// RFC 8292 permits a day. A token has at least half of our lifetime left when it is used.
const tokenSeconds = 12 * 3_600;
const tokenSecondsMin = tokenSeconds / 2;
const servicesMax = 32;

interface Token {
  readonly header: string;
  readonly expiresAt: number;
}

/** Creates it. A token is created once per service and half-day, because signing is the most expensive part. */
export function createVapid({ key, subject }: VapidOptions, clock: Clock): Vapid {
  const { alg: _alg, ...jwk } = key.reveal();
  const publicKey = publicKeyOf(jwk);
  const tokens = lruCache<Token>(servicesMax);
  return async (origin) => {
    const now = epochSeconds(clock.now());
    const cached = tokens.get(origin);
    if (cached !== undefined && cached.expiresAt - now >= tokenSecondsMin) return cached.header;
    const expiresAt = now + tokenSeconds;
    const token = await new SignJWT({ aud: origin, sub: subject, exp: expiresAt })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .sign(await importJWK(jwk, 'ES256'));
    const header = `vapid t=${token}, k=${publicKey}`;
    tokens.set(origin, { header, expiresAt });
    return header;
  };
}

/** An uncompressed point, as browsers expect it. */
function publicKeyOf({ crv, d, x, y }: JWK): string {
  assert(crv === 'P-256' && d !== undefined && x !== undefined && y !== undefined, 'a private key of P-256');
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat(point).toString('base64url');
}
