import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { COSEALG, isoCBOR } from '@simplewebauthn/server/helpers';

/** Accepted algorithms, preferred first: nearly all devices have ES256, some older ones RS256 instead. */
export const keyAlgorithms: readonly number[] = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];

/** Names of the members of a COSE_Key, RFC 9052 7 and RFC 9053 7. */
const cose = { keyType: 1, algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 } as const;
const keyTypes = { okp: 1, ec2: 2, rsa: 3 } as const;
const curves = { p256: 1, ed25519: 6 } as const;
const coordinateBytes = 32;
const modulusBits = { min: 2048, max: 4096 };
const exponent = 'AQAB';

type Parts = ReadonlyMap<unknown, unknown>;

/**
 * Returns whether a public key is valid and of an accepted type. The library compares the algorithm only, and parses
 * the rest at the first use: an unusable passkey would be noticed only at the next sign-in.
 */
export function isSoundKey(publicKey: Uint8Array): boolean {
  try {
    const parts = isoCBOR.decodeFirst<unknown>(new Uint8Array(publicKey));
    const jwk = parts instanceof Map ? jwkOf(parts) : undefined;
    if (jwk === undefined) return false;
    // Detects points that are not on the curve.
    const { asymmetricKeyDetails } = createPublicKey({ key: jwk, format: 'jwk' });
    const bits = asymmetricKeyDetails?.modulusLength;
    return bits === undefined || (bits >= modulusBits.min && bits <= modulusBits.max);
  } catch {
    return false;
  }
}

function jwkOf(parts: Parts): JsonWebKey | undefined {
  switch (parts.get(cose.algorithm)) {
    case COSEALG.ES256:
      return es256(parts);
    case COSEALG.EdDSA:
      return ed25519(parts);
    case COSEALG.RS256:
      return rs256(parts);
    default:
      return undefined;
  }
}

function es256(parts: Parts): JsonWebKey | undefined {
  const [x, y] = [coordinate(parts, cose.x), coordinate(parts, cose.y)];
  if (!has(parts, keyTypes.ec2, 5) || parts.get(cose.curve) !== curves.p256) return undefined;
  return x === undefined || y === undefined ? undefined : { kty: 'EC', crv: 'P-256', x, y };
}

function ed25519(parts: Parts): JsonWebKey | undefined {
  const x = coordinate(parts, cose.x);
  if (!has(parts, keyTypes.okp, 4) || parts.get(cose.curve) !== curves.ed25519) return undefined;
  return x === undefined ? undefined : { kty: 'OKP', crv: 'Ed25519', x };
}

function rs256(parts: Parts): JsonWebKey | undefined {
  const [n, e] = [text(parts, cose.modulus), text(parts, cose.exponent)];
  if (!has(parts, keyTypes.rsa, 4) || n === undefined || e !== exponent) return undefined;
  return { kty: 'RSA', n, e };
}

function has(parts: Parts, keyType: number, size: number): boolean {
  return parts.get(cose.keyType) === keyType && parts.size === size;
}

function coordinate(parts: Parts, name: number): string | undefined {
  const value = parts.get(name);
  return value instanceof Uint8Array && value.length === coordinateBytes ? text(parts, name) : undefined;
}

function text(parts: Parts, name: number): string | undefined {
  const value = parts.get(name);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : undefined;
}
