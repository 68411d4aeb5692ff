import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { OtpChannel } from '../domain/literals.ts';
import { recipientKey } from '../domain/sends/canonical-recipient.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { clientOf } from '../steps/client-of.ts';
import { isProofOfContact } from '../steps/is-proof-of-contact.ts';
import { findContactProof } from '../store/proofs.store.ts';

/** A verification by its id, and the number or address that it is to be of. */
export interface VerificationCriteria {
  readonly verificationId: string;
  readonly channel: OtpChannel;
  readonly contact: string;
}

/** Whether `useVerification` would take this proof now. Nothing is used up. */
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
