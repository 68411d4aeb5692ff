import { createHash } from 'node:crypto';

/** SHA-256 over the UTF-8 bytes of a text, in lower-case hexadecimal. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
