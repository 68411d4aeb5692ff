/** What a wrapped key is for. A key wrapped for one purpose cannot be unwrapped for another. */
export interface KeyPurpose {
  readonly bankId: string;
  readonly keyClass: string;
}

/**
 * Port: wraps data keys under key-encryption keys that never leave their device. Key-encryption keys may be rotated:
 * keys wrapped under an older one can be unwrapped as long as it exists, and new ones are wrapped under the newest.
 * Throws `Unwrappable` if a key cannot be unwrapped and `WrappingUnavailable` if the device does not respond. Logs
 * nothing.
 */
export interface KeyWrapping extends AsyncDisposable {
  /** Wraps a key of 16 to 64 bytes; the result names the key-encryption key. */
  wrap(purpose: KeyPurpose, key: Buffer): Promise<Buffer>;
  unwrap(purpose: KeyPurpose, wrapped: Buffer): Promise<Buffer>;
  /** Whether `wrap` would use another key-encryption key today. If so, unwrap, wrap again, and store the result. */
  isOutdated(purpose: KeyPurpose, wrapped: Buffer): Promise<boolean>;
}

/** A wrapped key that cannot be unwrapped: damaged, for another purpose, or wrapped under a missing key. */
export class Unwrappable extends Error {
  override readonly name = 'Unwrappable';
}

/** Wrapping is unavailable at present; the request itself may be valid. */
export class WrappingUnavailable extends Error {
  override readonly name = 'WrappingUnavailable';
}

const keyBytesMin = 16;
const keyBytesMax = 64;

/** Rejects values that are not keys. Only an internal error causes this, hence an assertion and no problem. */
export function checkKeyLength(key: Buffer): void {
  if (key.length < keyBytesMin || key.length > keyBytesMax)
    throw new RangeError(`a key has ${keyBytesMin} to ${keyBytesMax} bytes`);
}

/** Encodes a purpose: each part follows its length, so that no two purposes have the same bytes. */
export function purposeBytes({ bankId, keyClass }: KeyPurpose): Buffer {
  return Buffer.from([bankId, keyClass].map((part) => `${part.length}:${part}`).join(''));
}
