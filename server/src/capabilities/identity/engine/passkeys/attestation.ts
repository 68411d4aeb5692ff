import { isoCBOR } from '@simplewebauthn/server/helpers';

/**
 * Returns whether the attestation is `none`, as requested. Browsers also pass on self attestation, in which the device
 * signs with the new key; it has no certificate. Anything else would make the library parse untrusted certificates.
 */
export function isPlainAttestation(attestation: string): boolean {
  try {
    const parts = isoCBOR.decodeFirst<unknown>(new Uint8Array(Buffer.from(attestation, 'base64url')));
    if (!(parts instanceof Map)) return false;
    const statement: unknown = parts.get('attStmt');
    if (!(statement instanceof Map)) return false;
    const format: unknown = parts.get('fmt');
    if (format === 'none') return statement.size === 0;
    return format === 'packed' && !statement.has('x5c');
  } catch {
    return false;
  }
}
