import { type KeyPurpose, purposeBytes } from '../../server/src/platform/crypto/key-wrapping.ts';

/** A wrapped key in its parts: form, version of the key-encryption key, nonce, ciphertext with tag. */
export interface WrappedForm {
  readonly version: number;
  readonly nonce: Buffer;
  readonly encrypted: Buffer;
}

/** Another one than that of sealed values and of locally wrapped keys, so that nobody takes one for the other. */
const form = 2;
const headerBytes = 5;
/** What GCM asks for. Random ones are safe for 2^32 wraps under one key; there are a few in a year. */
export const nonceBytes = 12;
/** The tag behind the ciphertext. */
export const tagBytes = 16;
const bytesMin = headerBytes + nonceBytes + 16 + tagBytes;
const bytesMax = headerBytes + nonceBytes + 64 + tagBytes;

/** Puts the parts together. */
export function writeForm({ version, nonce, encrypted }: WrappedForm): Buffer {
  return Buffer.concat([headerOf(version), nonce, encrypted]);
}

/** Takes the parts apart; `undefined` when these bytes were never wrapped by us. */
export function readForm(wrapped: Buffer): WrappedForm | undefined {
  if (wrapped.length < bytesMin || wrapped.length > bytesMax || wrapped[0] !== form) return undefined;
  return {
    version: wrapped.readUInt32BE(1),
    nonce: wrapped.subarray(headerBytes, headerBytes + nonceBytes),
    encrypted: wrapped.subarray(headerBytes + nonceBytes),
  };
}

/** What is authenticated beside the key: form, version and purpose. */
export function boundTo(purpose: KeyPurpose, version: number): Buffer {
  return Buffer.concat([headerOf(version), purposeBytes(purpose)]);
}

function headerOf(version: number): Buffer {
  const header = Buffer.alloc(headerBytes, form);
  header.writeUInt32BE(version, 1);
  return header;
}
