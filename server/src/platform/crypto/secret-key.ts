import { createSecretKey, type KeyObject } from 'node:crypto';

const known = new WeakMap<Buffer, KeyObject>();

/**
 * Returns the key object of a secret, made once per buffer. Given a buffer, Node makes one for every call of a cipher or
 * an HMAC, which costs several times the encryption of a small value. The bytes of a secret never change.
 */
export function secretKeyOf(secret: Buffer): KeyObject {
  const made = known.get(secret);
  if (made !== undefined) return made;
  const key = createSecretKey(secret);
  known.set(secret, key);
  return key;
}
