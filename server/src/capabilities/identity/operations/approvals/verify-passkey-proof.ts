import type { Context } from '#platform/work/context.ts';
import { proofChallenge } from '../../engine/passkeys/proof-challenge.ts';
import { userHandle } from '../../engine/passkeys/user-handle.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { decryptProof, type VerifiedPasskeyProof } from '../../steps/passkey-proof.ts';
import { findPasskeyProof } from '../../store/passkey-proofs.store.ts';
import { findPasskey } from '../../store/passkeys.store.ts';

export interface VerifyPasskeyProof {
  readonly proofId: string;
  /** Hash of what is about to be executed, computed again: a proof of anything else is refused. */
  readonly digest: string;
  /** JSON as sent by the browser. */
  readonly response: string;
}

/**
 * Verifies the response of a passkey before the command that relies on it: a command awaits only the database. The
 * result is worth nothing until `consumePasskeyProof` has consumed it.
 */
export async function verifyPasskeyProof(
  ctx: Context & IdentityPorts,
  { digest, proofId, response }: VerifyPasskeyProof,
): Promise<VerifiedPasskeyProof> {
  const { bankId, clock, db, identityVault, passkeys } = ctx;
  const refused = { kind: 'refused', proofId } as const;
  const credentialId = passkeys.credentialIn(response)?.credentialId ?? '';
  const [proof, passkey] = await Promise.all([
    findPasskeyProof(db, { bankId, proofId, now: clock.now() }),
    findPasskey(db, { bankId, credentialId }),
  ]);
  if (proof === undefined || passkey === undefined || passkey.userId !== proof.userId) return refused;
  const { nonce, origin } = decryptProof(ctx, proofId, proof.sealedState);
  const outcome = await passkeys.verifyUse({
    response,
    challenge: proofChallenge(nonce, digest).toString('base64url'),
    origin,
    passkey,
    userHandles: [userHandle(identityVault.userHandleKey(bankId), passkey.userId)],
  });
  return outcome.kind === 'refused' ? refused : { ...outcome, proofId, passkey };
}
