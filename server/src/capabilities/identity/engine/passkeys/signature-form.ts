import { COSEALG, isoCBOR } from '@simplewebauthn/server/helpers';

const sequenceTag = 0x30;
const integerTag = 0x02;
/** 32 bytes, and one leading zero byte that makes the integer positive. */
const integerBytesMax = 33;
const algorithmName = 3;

/**
 * Returns whether a signature has its canonical encoding. ES256 signatures are DER, and the library also accepts
 * non-canonical DER: one signature would have several encodings. The other algorithms have a fixed length.
 */
export function isWellFormed(signature: string, publicKey: Uint8Array): boolean {
  return algorithmOf(publicKey) !== COSEALG.ES256 || isStrictPair(Buffer.from(signature, 'base64url'));
}

function algorithmOf(publicKey: Uint8Array): unknown {
  const parts = isoCBOR.decodeFirst<unknown>(new Uint8Array(publicKey));
  return parts instanceof Map ? parts.get(algorithmName) : undefined;
}

/** SEQUENCE of two INTEGERs without trailing bytes. All lengths fit into one byte. */
function isStrictPair(bytes: Buffer): boolean {
  if (bytes[0] !== sequenceTag || bytes[1] !== bytes.length - 2) return false;
  const second = afterInteger(bytes, 2);
  return second !== undefined && afterInteger(bytes, second) === bytes.length;
}

/** Returns the end of a positive integer in minimal encoding. */
function afterInteger(bytes: Buffer, start: number): number | undefined {
  const length = bytes[start + 1] ?? 0;
  if (bytes[start] !== integerTag || length === 0 || length > integerBytesMax) return undefined;
  const end = start + 2 + length;
  return isShortest(bytes.subarray(start + 2, end)) ? end : undefined;
}

function isShortest([first = 0, second]: Uint8Array): boolean {
  // A leading zero is allowed only where it makes the integer positive.
  return first < 0x80 && (first > 0 || second === undefined || second >= 0x80);
}
