import { createPublicKey, type KeyObject } from 'node:crypto';
import { jwkThumbprint } from '#platform/kernel/jwk-thumbprint.ts';

/** The members of a P-256 public key (RFC 7517). */
export interface DeviceJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** The public key of a device in the forms that it is used in. */
export interface DeviceKey {
  readonly key: KeyObject;
  /** SubjectPublicKeyInfo; equal keys have equal bytes. */
  readonly spki: Buffer;
  readonly thumbprint: string;
}

/** Reads a public key; undefined if it is no point of the curve. */
export function readDeviceKey({ crv, kty, x, y }: DeviceJwk): DeviceKey | undefined {
  try {
    const key = createPublicKey({ format: 'jwk', key: { kty, crv, x, y } });
    return {
      key,
      spki: key.export({ format: 'der', type: 'spki' }),
      thumbprint: jwkThumbprint({ kty, crv, x, y }),
    };
    // Any error means an invalid key.
  } catch {
    return undefined;
  }
}

/** Returns the key from its stored form. */
export function keyFromSpki(spki: Buffer): KeyObject {
  return createPublicKey({ key: spki, format: 'der', type: 'spki' });
}
