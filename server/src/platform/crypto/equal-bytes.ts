import { timingSafeEqual } from 'node:crypto';

/** Whether two values are the same, in a time that does not tell where they differ. Lengths are not secret. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
