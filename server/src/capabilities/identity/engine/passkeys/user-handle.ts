import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { secretKeyOf } from '#platform/crypto/secret-key.ts';

/** Domain separation: the same key used for another purpose never produces a handle. */
const purpose = 'passkey-user-handle\0';
const keyBytesMin = 32;

/**
 * Returns the WebAuthn user handle: 32 pseudonymous bytes that the server can recompute. The key belongs to the bank:
 * one person at two banks has two handles. After a key rotation a user has a new handle; existing passkeys keep the old
 * one.
 */
export function userHandle(key: Buffer, userId: string): Uint8Array {
  assert(key.length >= keyBytesMin, 'the key is at least as long as its MAC');
  return new Uint8Array(
    createHmac('sha256', secretKeyOf(key)).update(purpose).update(userId, 'utf8').digest(),
  );
}
