import { createPublicKey, verify } from 'node:crypto';

/**
 * Returns whether this is an ES256 signature over a text (base64url, 64 bytes as in JWS) by this key, which is a
 * SubjectPublicKeyInfo.
 */
export function isDeviceSignature(publicKey: Buffer, text: string, signature: string): boolean {
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  const bytes = Buffer.from(signature, 'base64url');
  return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes);
}
