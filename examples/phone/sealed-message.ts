import {
  createDecipheriv,
  createECDH,
  createHash,
  createPublicKey,
  diffieHellman,
  hkdfSync,
} from 'node:crypto';
import type { Jwk, SigningKey } from './keys.ts';

/** Decrypts a compact JWE for the key of the phone: ECDH-ES with A256GCM (RFC 7516, RFC 7518 4.6). */
export function decryptJwe(jwe: string, { privateKey }: SigningKey): Buffer {
  const [header = '', , nonce = '', content = '', tag = ''] = jwe.split('.');
  const { enc, epk } = JSON.parse(Buffer.from(header, 'base64url').toString());
  if (enc !== 'A256GCM') throw new Error(`the bank encrypts with ${String(enc)}`);
  const publicKey = createPublicKey({ key: epk, format: 'jwk' });
  const shared = diffieHellman({ privateKey, publicKey });
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(shared, enc), Buffer.from(nonce, 'base64url'));
  decipher.setAAD(Buffer.from(header)).setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(content, 'base64url')), decipher.final()]);
}

/** The Concat KDF of RFC 7518 4.6.2, for one round and without names of the parties. */
function derivedKey(shared: Buffer, algorithm: string): Buffer {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const empty = number(0);
  const parts = [
    number(1),
    shared,
    number(algorithm.length),
    Buffer.from(algorithm),
    empty,
    empty,
    number(256),
  ];
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

/** The keys of a subscription to push messages. */
export interface PushKeys {
  readonly pushKey: Jwk;
  readonly pushSecret: string;
}

/** Returns the public key of a subscription as browsers write it: an uncompressed point. */
export function publicPoint({ x, y }: Pick<Jwk, 'x' | 'y'>): Buffer {
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}

const saltBytes = 16;
const lengthAt = 20;
const tagBytes = 16;
const lastRecord = 2;

/** Decrypts a push message: one record of aes128gcm (RFC 8188) with the keys of RFC 8291. Throws for any other message. */
export function decryptPush(message: Buffer, { pushKey, pushSecret }: PushKeys): string {
  const salt = message.subarray(0, saltBytes);
  const start = lengthAt + 1 + message.readUInt8(lengthAt);
  const sender = message.subarray(lengthAt + 1, start);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(pushKey.d, 'base64url'));
  const derive = (secret: Buffer, from: Buffer, info: Buffer | string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, from, info, bytes));
  const names = Buffer.concat([Buffer.from('WebPush: info\0'), publicPoint(pushKey), sender]);
  const secret = derive(pair.computeSecret(sender), Buffer.from(pushSecret, 'base64url'), names, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(message.subarray(-tagBytes));
  const text = Buffer.concat([decipher.update(message.subarray(start, -tagBytes)), decipher.final()]);
  const end = text.lastIndexOf(lastRecord);
  if (end === -1) throw new Error('the message has more than one record');
  return text.subarray(0, end).toString();
}
