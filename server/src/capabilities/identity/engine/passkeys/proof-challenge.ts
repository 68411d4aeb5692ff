import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

/** Domain separation: no other hash of the same bytes is a challenge. */
const purpose = 'passkey-proof\0';
const nonceBytes = 32;

/**
 * Returns the challenge of an approval, 32 bytes. A signature over it proves what was approved: another digest gives
 * another challenge, and the nonce makes each approval of the same data differ. RTS art. 5
 */
export function proofChallenge(nonce: Buffer, digest: string): Buffer {
  assert(nonce.length === nonceBytes, 'the nonce of a proof has 32 bytes');
  return createHash('sha256').update(purpose).update(nonce).update(digest, 'utf8').digest();
}
