import { createPublicKey, hash } from 'node:crypto';
import type { Reader } from '#platform/db/reader.ts';
import { listActiveDevices } from '../../store/devices.store.ts';

/** Finds the active device of a user whose key has this thumbprint. */
export async function findDeviceByKey(
  db: Reader,
  {
    bankId,
    thumbprint,
    userId,
  }: { readonly bankId: string; readonly userId: string; readonly thumbprint: string },
): Promise<string | undefined> {
  const devices = await listActiveDevices(db, { bankId, userId });
  return devices.find(({ publicKey }) => thumbprintOf(publicKey) === thumbprint)?.deviceId;
}

/** RFC 7638: the hash of the required members of the key, in alphabetical order. */
function thumbprintOf(publicKey: Buffer): string {
  const { crv, kty, x, y } = createPublicKey({ key: publicKey, format: 'der', type: 'spki' }).export({
    format: 'jwk',
  });
  return hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url');
}
