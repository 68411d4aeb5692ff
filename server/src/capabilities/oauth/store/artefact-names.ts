import { hash } from 'node:crypto';

/** Names of artefacts are credentials; only their hash is stored or told. */
export function hashOfName(name: string): Buffer {
  return hash('sha256', name, 'buffer');
}

const claimBytes = 16;

/** The name under which a grant appears in its access tokens: enough to revoke by, and good for nothing else. */
export function grantClaim(grantHash: Buffer): string {
  return grantHash.subarray(0, claimBytes).toString('base64url');
}
