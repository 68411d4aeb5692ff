import { createHash, hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** One to two milliseconds of a processor without instructions for SHA. */
const sliceBytes = 500_000;

/**
 * Hashes bytes, large ones in slices between which other requests run: 20 MiB at once would delay them by 50 to 80 ms.
 * The bytes must not change before it ends.
 */
export async function hashBytes(
  algorithm: 'sha256' | 'sha512',
  bytes: Uint8Array,
  { prefix = '' }: { readonly prefix?: string } = {},
): Promise<Buffer> {
  if (bytes.length <= sliceBytes)
    return hash(algorithm, prefix === '' ? bytes : Buffer.concat([Buffer.from(prefix), bytes]), 'buffer');
  const state = createHash(algorithm).update(prefix);
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    state.update(bytes.subarray(at, at + sliceBytes));
    await setImmediate();
  }
  return state.digest();
}
