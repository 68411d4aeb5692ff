import { hash } from 'node:crypto';

/**
 * The name of a public key that follows from the key itself, RFC 7638. To be given the required members of its kind
 * and nothing else.
 */
export function jwkThumbprint(members: Readonly<Record<string, string>>): string {
  const ordered = Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return hash('sha256', JSON.stringify(Object.fromEntries(ordered)), 'base64url');
}
