import { createHash, randomBytes } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import { asKeyId, type EncryptionContext, seal, Unsealable, unseal } from '#platform/crypto/envelope.ts';
import type { DataKey } from '#platform/crypto/key-provider.ts';
import type { KeyPurpose, KeyWrapping } from '#platform/crypto/key-wrapping.ts';
import type { BankKey } from './bank-keys.store.ts';

const keyIdBytes = 8;
const secretBytes = 32;
const canaryText = 'portico';

/**
 * One key-encryption key per bank for all classes: an HSM has one key to make, not forty. The canary ties a key to its
 * class, so that a row moved to another class does not open.
 */
export function ringPurpose(bankId: string): KeyPurpose {
  return { bankId, keyClass: 'ring' };
}

function canaryEncryptionContext(bankId: string, keyClass: string, keyId: Buffer): EncryptionContext {
  return { bankId, table: 'bank_key', column: 'canary', rowId: `${keyClass} ${keyId.toString('hex')}` };
}

/** Returns a key that was drawn. */
export function newDataKey(): DataKey {
  return { id: asKeyId(randomBytes(keyIdBytes)), secret: randomBytes(secretBytes) };
}

/** Gives a secret without an id one that says which it is, and nothing about it. */
export function withId(secret: Buffer): DataKey {
  const digest = createHash('sha256').update('key-id ').update(secret).digest();
  return { id: asKeyId(digest.subarray(0, keyIdBytes)), secret };
}

/** When and for what a key is. */
export interface KeyTimes {
  readonly keyClass: string;
  readonly activeFrom: Temporal.Instant;
  readonly createdAt: Temporal.Instant;
}

/** Wraps a key and seals its canary. */
export async function wrapKey(
  wrapping: KeyWrapping,
  bankId: string,
  { id, secret, ...times }: DataKey & KeyTimes,
): Promise<BankKey> {
  const canary = seal(
    { id, secret },
    canaryEncryptionContext(bankId, times.keyClass, id),
    Buffer.from(canaryText),
  );
  const wrapped = await wrapping.wrap(ringPurpose(bankId), secret);
  return { ...times, keyId: id, wrapped, canary, retiredAt: undefined };
}

/** Unwraps a key and opens its canary; throws `Unwrappable` or `Unsealable`. */
export async function unwrapKey(wrapping: KeyWrapping, bankId: string, key: BankKey): Promise<DataKey> {
  const secret = await wrapping.unwrap(ringPurpose(bankId), key.wrapped);
  const opened = { id: asKeyId(key.keyId), secret };
  const place = canaryEncryptionContext(bankId, key.keyClass, key.keyId);
  const text = unseal((id) => (id.equals(opened.id) ? opened : undefined), place, key.canary).toString();
  if (text !== canaryText) throw new Unsealable('the canary says something else');
  return opened;
}
