import { hash } from 'node:crypto';

/** Returns the thumbprint of a public key (RFC 7638). Pass the required members of its type and nothing else. */
export function jwkThumbprint(members: Readonly<Record<string, string>>): string {
  const ordered = Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return hash('sha256', JSON.stringify(Object.fromEntries(ordered)), 'base64url');
}
