import { timingSafeEqual } from 'node:crypto';

/** Compares two values in a time that does not depend on where they differ. Lengths are not secret. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
