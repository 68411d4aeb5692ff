import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A private P-256 key as JWK (RFC 7517). */
export interface Jwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly d: string;
  readonly kid?: string;
}

export type PublicJwk = Pick<Jwk, 'kty' | 'crv' | 'x' | 'y'>;

/** A key that signs with ES256. A real phone has it in secure hardware, and asks for a fingerprint. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicJwk: PublicJwk;
  readonly keyId: string;
  /** Name of the key: RFC 7638. */
  readonly thumbprint: string;
  /** Signs a text or bytes; the signature has 64 bytes, in base64url. */
  sign(content: string | Buffer): string;
  /** Signs claims as a compact JWS (RFC 7515). */
  jws(header: object, claims: object): string;
}

export function newJwk(): Jwk {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { crv = '', d = '', kty = '', x = '', y = '' } = privateKey.export({ format: 'jwk' });
  return { kty, crv, x, y, d };
}

export function readKey(jwk: Jwk): SigningKey {
  const { crv, d, kty, x, y } = jwk;
  const privateKey = createPrivateKey({ key: { crv, d, kty, x, y }, format: 'jwk' });
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  const signContent = (content: string | Buffer): string =>
    sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    );
  return {
    privateKey,
    publicJwk: { kty, crv, x, y },
    keyId: jwk.kid ?? thumbprint,
    thumbprint,
    sign: signContent,
    jws(header, claims) {
      const text = [{ alg: 'ES256', ...header }, claims].map(encoded).join('.');
      return `${text}.${signContent(text)}`;
    },
  };
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Seconds since 1970, as tokens and proofs count them. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}
