import { hash } from 'node:crypto';

/** Hashes the name of an artefact. Names are credentials, so only their hash is stored or logged. */
export function hashOfName(name: string): Buffer {
  return hash('sha256', name, 'buffer');
}

const claimBytes = 16;

/** Returns the grant's claim in its access tokens: it identifies the grant for revocation and is no credential. */
export function grantClaim(grantHash: Buffer): string {
  return grantHash.subarray(0, claimBytes).toString('base64url');
}
