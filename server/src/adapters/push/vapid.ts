import assert from 'node:assert/strict';
import { importJWK, type JWK, SignJWT } from 'jose';
import type { Clock } from '#platform/kernel/clock.ts';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';

/** How we make ourselves known to push services (RFC 8292). */
export interface VapidOptions {
  /** Whom a service writes to when something is wrong: `mailto:` or `https:`. */
  readonly subject: string;
  /** A private key of P-256; browsers were given the public one when they subscribed. */
  readonly key: Secret<JWK>;
}

/** The value of the authorization header for a push service. */
export type Vapid = (origin: string) => Promise<string>;

// RFC 8292 allows a day. Half of ours is the least a token still has when it is used.
const tokenSeconds = 12 * 3_600;
const tokenSecondsMin = tokenSeconds / 2;
const servicesMax = 32;

interface Token {
  readonly header: string;
  readonly expiresAt: number;
}

/** Prepares it. A token is made once per service and half-day, because signing costs more than all the rest. */
export function createVapid({ key, subject }: VapidOptions, clock: Clock): Vapid {
  const { alg: _alg, ...jwk } = key.reveal();
  const publicKey = publicKeyOf(jwk);
  const tokens = lruCache<Token>(servicesMax);
  return async (origin) => {
    const now = epochSeconds(clock.now());
    const kept = tokens.get(origin);
    if (kept !== undefined && kept.expiresAt - now >= tokenSecondsMin) return kept.header;
    const expiresAt = now + tokenSeconds;
    const token = await new SignJWT({ aud: origin, sub: subject, exp: expiresAt })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .sign(await importJWK(jwk, 'ES256'));
    const header = `vapid t=${token}, k=${publicKey}`;
    tokens.set(origin, { header, expiresAt });
    return header;
  };
}

/** An uncompressed point, as browsers take it. */
function publicKeyOf({ crv, d, x, y }: JWK): string {
  assert(crv === 'P-256' && d !== undefined && x !== undefined && y !== undefined, 'a private key of P-256');
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat(point).toString('base64url');
}
