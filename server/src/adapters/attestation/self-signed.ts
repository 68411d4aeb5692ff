import { createPublicKey, verify } from 'node:crypto';

/** Returns whether a key signed the challenge itself (ES256); that proves no hardware. */
export function isSelfSigned(
  signature: string,
  { challenge, publicKey }: { readonly challenge: Buffer; readonly publicKey: Buffer },
): boolean {
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  return verify('sha256', challenge, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}
