import assert from 'node:assert/strict';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DataKey } from './key-provider.ts';

/** Where a sealed value belongs. Moved to another place by hand it opens no more. */
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

/** A sealed value that does not open: damaged, moved, or sealed under a key we do not have. */
export class Unsealable extends Error {
  override readonly name = 'Unsealable';
}

/** Encrypts a value for its place: version, key id, nonce, ciphertext, tag. */
export function seal(key: DataKey, context: EncryptionContext, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce);
  cipher.setAAD(placeBytes(context));
  return Buffer.concat([
    Buffer.from([version]),
    key.id,
    nonce,
    cipher.update(plain),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Opens a sealed value; throws `Unsealable` when it is not what was put in this place. */
export function unseal(
  keyFor: (id: Buffer) => DataKey | undefined,
  context: EncryptionContext,
  sealed: Buffer,
): Buffer {
  if (sealed.length < headerBytes + tagBytes || sealed[0] !== version)
    throw new Unsealable('no sealed value');
  const key = keyFor(sealed.subarray(1, 1 + keyIdBytes));
  if (key === undefined) throw new Unsealable('sealed under an unknown key');
  const decipher = createDecipheriv('aes-256-gcm', key.secret, sealed.subarray(1 + keyIdBytes, headerBytes));
  decipher.setAAD(placeBytes(context));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headerBytes, -tagBytes)), decipher.final()]);
  } catch {
    throw new Unsealable('damaged, or moved from another place');
  }
}

/** Each part behind its length, so that no two places are spelled alike. */
function placeBytes({ bankId, table, column, rowId }: EncryptionContext): Buffer {
  return Buffer.from([bankId, table, column, rowId].map((part) => `${part.length}:${part}`).join(''));
}

/** Checks that a key id has the length the header reserves for it. */
export function asKeyId(bytes: Buffer): Buffer {
  assert(bytes.length === keyIdBytes, 'a key id has eight bytes');
  return bytes;
}
