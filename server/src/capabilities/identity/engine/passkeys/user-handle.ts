import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';

/** So that the same key, used for something else, never gives a handle. */
const purpose = 'passkey-user-handle\0';
const keyBytesMin = 32;

/**
 * What devices know a user by: 32 bytes that say nothing about the user, and that we find again. The key is the bank's:
 * one person at two banks has two handles. After a change of key a user has a new one; passkeys keep that of their day.
 */
export function userHandle(key: Buffer, userId: string): Uint8Array {
  assert(key.length >= keyBytesMin, 'the key is long enough for its MAC');
  return new Uint8Array(createHmac('sha256', key).update(purpose).update(userId, 'utf8').digest());
}
