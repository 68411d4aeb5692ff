import assert from 'node:assert/strict';
import { hash, randomBytes as systemRandomBytes } from 'node:crypto';
import type { Brand } from './brand.ts';
import type { Clock } from './clock.ts';

/** One of 4,096 parts of a bank's customers; a cell serves a set of them, and every id contains its own. */
export type VirtualShard = Brand<number, 'VirtualShard'>;

/** Generates ids that can be routed: each contains the virtual shard of its row. */
export interface Ids {
  /** A UUID version 7 for a row: time first, then the shard, then randomness. */
  uuid(shard: VirtualShard): string;
  /** An unguessable reference for verifications and challenges: 22 base64url characters, no time in it. */
  handle(shard: VirtualShard): string;
}

/** A source of random bytes; the generator reads the bytes at once and keeps no view of them. */
export type RandomBytes = (sizeBytes: number) => Uint8Array;

/** Virtual shards of all cells together. */
export const shardCount = 4096;
const shardHexDigits = 3;

const uuidBytes = 16;
const uuidRandomBytes = 8;
const handleRandomBytes = 15;
const userIdPrefix = 'usr_';
const userIdDigits = 26;

const hexDigits = '0123456789abcdef';
const base64urlDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const crockfordDigits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const anyUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ownUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
// 128 bits leave four bits of the last character unused; they are zero in the one valid spelling.
const ownHandle = /^[A-Za-z0-9_-]{21}[AQgw]$/;
// 26 characters hold 130 bits, so the first carries only three.
const ownUserId = /^usr_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Whether a number names a virtual shard: 0 to 4095. */
export function isVirtualShard(value: number): value is VirtualShard {
  return Number.isInteger(value) && value >= 0 && value < shardCount;
}

/**
 * Returns the virtual shard of a party. It never changes, because published ids contain it. Data of no party passes its
 * own stable key instead of the party number. A UUID or user id of ours already contains the shard of its owner, which is
 * returned; neither can be a party number, which has at most 35 characters and no underscore. A handle can, so it is not
 * read here: see `shardOfHandle`.
 */
export function virtualShard(bankId: string, key: string): VirtualShard {
  return shardOf(key) ?? shardOfUserId(key) ?? hashedShard(bankId, key);
}

function hashedShard(bankId: string, key: string): VirtualShard {
  // The length separates ('a', 'b:c') from ('a:b', 'c').
  const digest = hash('sha256', `${Buffer.byteLength(bankId)}:${bankId}:${key}`, 'hex');
  return asShard(Number.parseInt(digest.slice(0, shardHexDigits), 16));
}

/** Creates the generator from a clock and a source of randomness. */
export function createIds({ clock, randomBytes }: { clock: Clock; randomBytes: RandomBytes }): Ids {
  const bytes = Buffer.alloc(uuidBytes);
  return {
    uuid: (shard) => {
      // RFC 9562: 48 bits of time, version 7, rand_a, variant 10, 62 random bits.
      bytes.writeUIntBE(clock.now().epochMilliseconds, 0, 6);
      bytes.writeUInt16BE(0x7000 | shard, 6);
      bytes.set(randomBytes(uuidRandomBytes), 8);
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
      return uuidText(bytes);
    },
    handle: (shard) => {
      bytes.set(randomBytes(handleRandomBytes), 1);
      bytes.writeUInt16BE((shard << 4) | (bytes.readUInt8(1) & 0x0f), 0);
      return bytes.toString('base64url');
    },
  };
}

/** The generator of a running server. */
export function systemIds(clock: Clock): Ids {
  return createIds({ clock, randomBytes: pooledRandomBytes() });
}

/** Returns a UUID of version 8 that is the same for the same text: an id that two processes make alike has one effect. */
export function uuidFromText(text: string): string {
  const bytes = Buffer.from(hash('sha256', text, 'hex').slice(0, 2 * uuidBytes), 'hex');
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return uuidText(bytes);
}

/**
 * Returns the id of a part of a row, which is the same each time: time and shard are those of the row, and a hash of the
 * name of the part takes the place of randomness.
 */
export function partIdOf(uuid: string, part: string): string {
  assert(isUuidV7(uuid), 'the id of a part requires a UUID version 7');
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  bytes.write(hash('sha256', `${uuid}:${part}`, 'hex').slice(0, 2 * uuidRandomBytes), uuidRandomBytes, 'hex');
  bytes.writeUInt8((bytes.readUInt8(uuidRandomBytes) & 0x3f) | 0x80, uuidRandomBytes);
  return uuidText(bytes);
}

/** Returns the shard inside a UUID of ours; undefined for any other text. */
export function shardOf(uuid: string): VirtualShard | undefined {
  return isUuidV7(uuid) ? asShard(Number.parseInt(uuid.slice(15, 15 + shardHexDigits), 16)) : undefined;
}

/** Returns the shard inside a user id, which is that of its UUID; undefined for any other text. */
export function shardOfUserId(userId: string): VirtualShard | undefined {
  const uuid = uuidFromUserId(userId);
  return uuid === undefined ? undefined : shardOf(uuid);
}

/** Returns the shard inside a handle, in its first two characters; undefined for any other text. */
export function shardOfHandle(handle: string): VirtualShard | undefined {
  if (!ownHandle.test(handle)) return undefined;
  const [high, low] = [handle.charAt(0), handle.charAt(1)];
  return asShard(base64urlDigits.indexOf(high) * base64urlDigits.length + base64urlDigits.indexOf(low));
}

/** Whether a text is a UUID of any version in either case, as callers may send for their own ids. */
export function isUuid(text: string): boolean {
  return anyUuid.test(text);
}

/** Whether a text can be an id of ours: UUID version 7, in lower case only, so that one id has one spelling. */
export function isUuidV7(text: string): boolean {
  return ownUuid.test(text);
}

/** Writes a user's UUID version 7 as `usr_` and 26 Crockford base-32 characters. */
export function userIdFrom(uuid: string): string {
  assert(isUuidV7(uuid), 'a user id requires a UUID version 7');
  const digits: string[] = [];
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`);
  for (let count = 0; count < userIdDigits; count += 1) {
    digits.push(crockfordDigits.charAt(Number(rest & 31n)));
    rest >>= 5n;
  }
  return userIdPrefix + digits.reverse().join('');
}

/** Returns the UUID inside a user id; undefined for any other text. Only the upper-case spelling is accepted. */
export function uuidFromUserId(text: string): string | undefined {
  if (!ownUserId.test(text)) return undefined;
  let value = 0n;
  for (const digit of text.slice(userIdPrefix.length)) {
    value = (value << 5n) | BigInt(crockfordDigits.indexOf(digit));
  }
  const uuid = uuidText(Buffer.from(value.toString(16).padStart(2 * uuidBytes, '0'), 'hex'));
  return isUuidV7(uuid) ? uuid : undefined;
}

const poolSizeBytes = 4096;

/**
 * Returns a source of random bytes for values that are not secret themselves: ids and nonces. Each call of the system
 * source costs microseconds whatever its size, so many bytes are drawn at once.
 */
export function pooledRandomBytes(): RandomBytes {
  let pool = new Uint8Array(0);
  let used = 0;
  return (sizeBytes) => {
    if (used + sizeBytes > pool.length) {
      // A new buffer, not a refilled one: bytes already returned must not change.
      pool = systemRandomBytes(poolSizeBytes);
      used = 0;
    }
    const drawn = pool.subarray(used, used + sizeBytes);
    used += sizeBytes;
    return drawn;
  };
}

const uuidDigits = Buffer.from('00000000-0000-0000-0000-000000000000', 'latin1');

/** Writes digit by digit into one buffer that already has the dashes; twice as fast as joining slices. */
function uuidText(bytes: Buffer): string {
  let at = 0;
  for (const byte of bytes) {
    if (at === 8 || at === 13 || at === 18 || at === 23) at += 1;
    uuidDigits[at] = hexDigits.charCodeAt(byte >> 4);
    uuidDigits[at + 1] = hexDigits.charCodeAt(byte & 0x0f);
    at += 2;
  }
  return uuidDigits.toString('latin1');
}

function asShard(value: number): VirtualShard {
  assert(isVirtualShard(value), 'a virtual shard has 12 bits');
  return value;
}
