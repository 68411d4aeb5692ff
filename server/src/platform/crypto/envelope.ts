import assert from 'node:assert/strict';
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { pooledRandomBytes } from '#platform/kernel/ids.ts';
import type { DataKey } from './key-provider.ts';
import { secretKeyOf } from './secret-key.ts';

/** The row and column an encrypted value belongs to. A value moved to another row or column cannot be decrypted. */
export interface EncryptionContext {
  readonly bankId: string;
  readonly table: string;
  readonly column: string;
  readonly rowId: string;
}

const version = 1;
const keyIdBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + keyIdBytes + nonceBytes;

const newNonce = pooledRandomBytes();

/** An encrypted value that cannot be decrypted: damaged, moved, or encrypted with a missing key. */
export class Unsealable extends Error {
  override readonly name: string = 'Unsealable';
}

/** A value whose key is missing: not the value is damaged, but the key store, or a restore was partial. */
export class KeyUnknown extends Unsealable {
  override readonly name = 'KeyUnknown';
}

/** Encrypts a value for its context. Layout: version, key id, nonce, ciphertext, tag. */
export function seal(key: DataKey, context: EncryptionContext, plain: Buffer): Buffer {
  const nonce = newNonce(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', secretKeyOf(key.secret), nonce);
  cipher.setAAD(contextBytes(context));
  return Buffer.concat([
    Buffer.from([version]),
    key.id,
    nonce,
    cipher.update(plain),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Decrypts a value; throws `Unsealable` if it was not encrypted for this context. */
export function unseal(
  keyFor: (id: Buffer) => DataKey | undefined,
  context: EncryptionContext,
  sealed: Buffer,
): Buffer {
  if (sealed.length < headerBytes + tagBytes || sealed[0] !== version)
    throw new Unsealable('not an encrypted value');
  const key = keyFor(sealed.subarray(1, 1 + keyIdBytes));
  if (key === undefined) throw new KeyUnknown('encrypted with an unknown key');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    secretKeyOf(key.secret),
    sealed.subarray(1 + keyIdBytes, headerBytes),
  );
  decipher.setAAD(contextBytes(context));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headerBytes, -tagBytes)), decipher.final()]);
  } catch {
    throw new Unsealable('damaged, or moved from another place');
  }
}

/** Each part follows its length, so that no two contexts have the same bytes. */
function contextBytes({ bankId, table, column, rowId }: EncryptionContext): Buffer {
  return Buffer.from([bankId, table, column, rowId].map((part) => `${part.length}:${part}`).join(''));
}

/** Checks that a key id has the length the header reserves for it. */
export function asKeyId(bytes: Buffer): Buffer {
  assert(bytes.length === keyIdBytes, 'a key id has eight bytes');
  return bytes;
}
