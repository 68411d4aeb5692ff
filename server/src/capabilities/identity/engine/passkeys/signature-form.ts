import { COSEALG, isoCBOR } from '@simplewebauthn/server/helpers';

const sequenceTag = 0x30;
const integerTag = 0x02;
/** 32 bytes, and one that keeps it positive. */
const integerBytesMax = 33;
const algorithmName = 3;

/**
 * Whether a signature is written in the one right way. Those of ES256 are DER, and the library reads whatever looks
 * similar: one signature would have several spellings. Those of the others are bytes of a fixed length.
 */
export function isWellFormed(signature: string, publicKey: Uint8Array): boolean {
  return algorithmOf(publicKey) !== COSEALG.ES256 || isStrictPair(Buffer.from(signature, 'base64url'));
}

function algorithmOf(publicKey: Uint8Array): unknown {
  const parts = isoCBOR.decodeFirst<unknown>(new Uint8Array(publicKey));
  return parts instanceof Map ? parts.get(algorithmName) : undefined;
}

/** SEQUENCE of two INTEGERs, and nothing after it. All lengths here fit into one byte. */
function isStrictPair(bytes: Buffer): boolean {
  if (bytes[0] !== sequenceTag || bytes[1] !== bytes.length - 2) return false;
  const second = afterInteger(bytes, 2);
  return second !== undefined && afterInteger(bytes, second) === bytes.length;
}

/** Where a positive integer ends that has no needless zeros. */
function afterInteger(bytes: Buffer, start: number): number | undefined {
  const length = bytes[start + 1] ?? 0;
  if (bytes[start] !== integerTag || length === 0 || length > integerBytesMax) return undefined;
  const end = start + 2 + length;
  return isShortest(bytes.subarray(start + 2, end)) ? end : undefined;
}

function isShortest([first = 0, second]: Uint8Array): boolean {
  // A zero in front is there only to keep what follows positive.
  return first < 0x80 && (first > 0 || second === undefined || second >= 0x80);
}
