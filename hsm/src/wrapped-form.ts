import { type KeyPurpose, purposeBytes } from '../../server/src/platform/crypto/key-wrapping.ts';

/** The parts of a wrapped key: version of the key-encryption key, nonce, ciphertext with tag. */
export interface WrappedForm {
  readonly version: number;
  readonly nonce: Buffer;
  readonly encrypted: Buffer;
}

/** Differs from the format bytes of encrypted values and of locally wrapped keys, so that they cannot be confused. */
const form = 2;
const headerBytes = 5;
/** Nonce length of GCM. Random nonces are safe for 2^32 wraps per key; the product needs a few per year. */
export const nonceBytes = 12;
/** Length of the tag after the ciphertext. */
export const tagBytes = 16;
const bytesMin = headerBytes + nonceBytes + 16 + tagBytes;
const bytesMax = headerBytes + nonceBytes + 64 + tagBytes;

/** Serializes a wrapped key. */
export function writeForm({ version, nonce, encrypted }: WrappedForm): Buffer {
  return Buffer.concat([headerOf(version), nonce, encrypted]);
}

/** Parses a wrapped key; returns undefined for bytes of another format. */
export function readForm(wrapped: Buffer): WrappedForm | undefined {
  if (wrapped.length < bytesMin || wrapped.length > bytesMax || wrapped[0] !== form) return undefined;
  return {
    version: wrapped.readUInt32BE(1),
    nonce: wrapped.subarray(headerBytes, headerBytes + nonceBytes),
    encrypted: wrapped.subarray(headerBytes + nonceBytes),
  };
}

/** Returns the additional authenticated data: format, version and purpose. */
export function boundTo(purpose: KeyPurpose, version: number): Buffer {
  return Buffer.concat([headerOf(version), purposeBytes(purpose)]);
}

function headerOf(version: number): Buffer {
  const header = Buffer.alloc(headerBytes, form);
  header.writeUInt32BE(version, 1);
  return header;
}
