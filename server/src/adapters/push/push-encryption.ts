import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushSubscription } from './push-subscription.ts';

/** Random values of a message. Given only to reproduce a known one in a test. */
export interface PushEphemera {
  readonly salt: Buffer;
  readonly privateKey: Buffer;
}

/** One record of the size that every push service accepts: header, text, delimiter and tag fit into 4096 bytes. */
const recordBytes = 4_096;
const saltBytes = 16;
const keyBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const secretBytes = 32;
const headerBytes = saltBytes + 4 + 1 + 65;
const lastRecord = Buffer.from([2]);

/** Longest text that fits. */
export const pushTextMaxBytes: number = recordBytes - headerBytes - tagBytes - lastRecord.length;

/**
 * Encrypts for one browser (RFC 8291, content coding aes128gcm of RFC 8188). Undefined if its key is not a point of the
 * curve.
 */
export function encryptPush(
  text: Buffer,
  { authSecret, publicKey }: Pick<PushSubscription, 'authSecret' | 'publicKey'>,
  ephemera?: PushEphemera,
): Buffer | undefined {
  const pair = createECDH('prime256v1');
  if (ephemera === undefined) pair.generateKeys();
  else pair.setPrivateKey(ephemera.privateKey);
  const salt = ephemera?.salt ?? randomBytes(saltBytes);
  const shared = sharedSecret(pair, publicKey);
  if (shared === undefined) return undefined;
  const ours = pair.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ours]);
  const secret = hkdf(shared, authSecret, { info, bytes: secretBytes });
  const key = hkdf(secret, salt, { info: 'Content-Encoding: aes128gcm\0', bytes: keyBytes });
  const nonce = hkdf(secret, salt, { info: 'Content-Encoding: nonce\0', bytes: nonceBytes });
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = [cipher.update(Buffer.concat([text, lastRecord])), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([header(salt, ours), ...sealed]);
}

function sharedSecret(pair: ReturnType<typeof createECDH>, publicKey: Buffer): Buffer | undefined {
  try {
    return pair.computeSecret(publicKey);
    // A key that is not a point of the curve, or one that would reveal the secret.
  } catch {
    return undefined;
  }
}

function hkdf(
  secret: Buffer,
  salt: Buffer,
  { bytes, info }: Readonly<{ info: string | Buffer; bytes: number }>,
): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}

function header(salt: Buffer, publicKey: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  return Buffer.concat([salt, size, Buffer.from([publicKey.length]), publicKey]);
}
