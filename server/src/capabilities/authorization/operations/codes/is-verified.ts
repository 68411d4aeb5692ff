import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { OtpChannel } from '../../domain/literals.ts';
import { recipientKey } from '../../domain/sends/canonical-recipient.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { clientOf } from '../../steps/callers.ts';
import { isProofOfContact } from '../../steps/codes.ts';
import { findContactProof } from '../../store/proofs.store.ts';

/** A verification by its id, and the contact that it must belong to. */
export interface VerificationCriteria {
  readonly verificationId: string;
  readonly channel: OtpChannel;
  readonly contact: string;
}

/** Returns whether `consumeVerification` would accept this proof now. Consumes nothing. */
export async function isVerified(
  ctx: Context & AuthorizationPorts,
  db: Reader,
  criteria: VerificationCriteria,
): Promise<boolean> {
  const { authorizationVault: vault, bankId, caller, clock } = ctx;
  const { channel, contact, verificationId } = criteria;
  const proof = await findContactProof(db, {
    bankId,
    verificationId,
    clientId: clientOf(caller),
    channel,
    recipientIndexes: vault.recipientIndexes(bankId, channel, recipientKey(channel, contact)),
    now: clock.now(),
  });
  return proof !== undefined && isProofOfContact(ctx, proof, criteria);
}
