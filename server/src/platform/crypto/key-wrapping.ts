/** What a wrapped key is for. Wrapped for one purpose it unwraps for no other. */
export interface KeyPurpose {
  readonly bankId: string;
  readonly keyClass: string;
}

/**
 * Port: wraps data keys under key-encryption keys that never leave their home. Those may change: what an older one
 * wrapped still unwraps as long as it is there, and what is wrapped from now on uses the newest. Whatever does not
 * unwrap is `Unwrappable`; a home that does not answer is `WrappingUnavailable`. Nothing is logged.
 */
export interface KeyWrapping extends AsyncDisposable {
  /** Wraps a key of 16 to 64 bytes; what comes back names the key-encryption key. */
  wrap(purpose: KeyPurpose, key: Buffer): Promise<Buffer>;
  unwrap(purpose: KeyPurpose, wrapped: Buffer): Promise<Buffer>;
  /** Whether `wrap` would use another key-encryption key today. Then unwrap it, wrap it again, and store that. */
  isOutdated(purpose: KeyPurpose, wrapped: Buffer): Promise<boolean>;
}

/** A wrapped key that does not unwrap: damaged, of another purpose, or wrapped under a key that is not there. */
export class Unwrappable extends Error {
  override readonly name = 'Unwrappable';
}

/** Wrapping does not work at the moment, although nothing may be wrong with what was asked. */
export class WrappingUnavailable extends Error {
  override readonly name = 'WrappingUnavailable';
}

const keyBytesMin = 16;
const keyBytesMax = 64;

/** Refuses what is no key. Asked for by a mistake of ours only, hence no refusal from a catalogue. */
export function checkKeyLength(key: Buffer): void {
  if (key.length < keyBytesMin || key.length > keyBytesMax)
    throw new RangeError(`a key has ${keyBytesMin} to ${keyBytesMax} bytes`);
}

/** A purpose as bytes: each part behind its length, so that no two purposes are spelled alike. */
export function purposeBytes({ bankId, keyClass }: KeyPurpose): Buffer {
  return Buffer.from([bankId, keyClass].map((part) => `${part.length}:${part}`).join(''));
}
