import { hash } from 'node:crypto';

/** Returns the digest of a text as devices compute it. */
export function digestOf(text: string): string {
  return `sha-256:${hash('sha256', text, 'hex')}`;
}
