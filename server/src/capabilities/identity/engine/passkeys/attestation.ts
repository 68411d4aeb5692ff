import { isoCBOR } from '@simplewebauthn/server/helpers';

/**
 * Whether an attestation is what we asked for: none. Browsers leave one in place in which a device vouches for itself
 * by the new key; it has no certificate. Anything else would have the library parse certificates of strangers.
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
