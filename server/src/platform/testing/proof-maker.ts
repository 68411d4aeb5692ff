import { hash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { Clock } from '#platform/kernel/clock.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';

/** The base URL of every test server; proofs name it. */
export const testBaseUrl = 'https://bank.test';

/** What a proof is made for; the other members make invalid proofs. */
export interface ProofRequest {
  readonly method: string;
  /** The path of the request, with or without query. */
  readonly path: string;
  readonly token: string;
  readonly baseUrl?: string;
  /** Replaced claims; undefined ones are omitted. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

/** A client's key: tokens are bound to it, and it signs proofs of possession (RFC 9449). */
export interface ProofMaker {
  readonly thumbprint: string;
  readonly publicJwk: JWK;
  prove(request: ProofRequest): Promise<string>;
}

export async function createProofMaker(
  clock: Clock,
  algorithm: 'ES256' | 'EdDSA' | 'PS256' = 'ES256',
): Promise<ProofMaker> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm);
  const publicJwk = await exportJWK(publicKey);
  let made = 0;
  return {
    publicJwk,
    thumbprint: await calculateJwkThumbprint(publicJwk),
    async prove({ method, path, token, baseUrl = testBaseUrl, claims = {}, header = {} }) {
      made += 1;
      return new SignJWT({
        jti: `proof-${made}`,
        htm: method,
        htu: `${baseUrl}${path.split('?', 1)[0] ?? ''}`,
        iat: epochSeconds(clock.now()),
        ath: hash('sha256', token, 'base64url'),
        ...claims,
      })
        .setProtectedHeader({ typ: 'dpop+jwt', alg: algorithm, jwk: publicJwk, ...header })
        .sign(privateKey);
    },
  };
}
