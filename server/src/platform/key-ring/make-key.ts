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
 * One key-encryption key per bank for all classes: an HSM has one key to create, not forty. The canary binds a key to
 * its class, so that a row moved to another class cannot be unwrapped.
 */
export function ringPurpose(bankId: string): KeyPurpose {
  return { bankId, keyClass: 'ring' };
}

function canaryEncryptionContext(bankId: string, keyClass: string, keyId: Buffer): EncryptionContext {
  return { bankId, table: 'bank_key', column: 'canary', rowId: `${keyClass} ${keyId.toString('hex')}` };
}

/** Returns a random key. */
export function newDataKey(): DataKey {
  return { id: asKeyId(randomBytes(keyIdBytes)), secret: randomBytes(secretBytes) };
}

/** Derives the id of a secret from its hash, which reveals nothing about it. */
export function withId(secret: Buffer): DataKey {
  const digest = createHash('sha256').update('key-id ').update(secret).digest();
  return { id: asKeyId(digest.subarray(0, keyIdBytes)), secret };
}

/** The class and the times of a key. */
export interface KeyTimes {
  readonly keyClass: string;
  readonly activeFrom: Temporal.Instant;
  readonly createdAt: Temporal.Instant;
}

/** Wraps a key and encrypts its canary. */
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

/** Unwraps a key and verifies its canary; throws `Unwrappable` or `Unsealable`. */
export async function unwrapKey(wrapping: KeyWrapping, bankId: string, key: BankKey): Promise<DataKey> {
  const secret = await wrapping.unwrap(ringPurpose(bankId), key.wrapped);
  const opened = { id: asKeyId(key.keyId), secret };
  const context = canaryEncryptionContext(bankId, key.keyClass, key.keyId);
  const text = unseal((id) => (id.equals(opened.id) ? opened : undefined), context, key.canary).toString();
  if (text !== canaryText) throw new Unsealable('the canary has another text');
  return opened;
}
