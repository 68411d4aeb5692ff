import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { recipientKey } from '../../domain/sends/canonical-recipient.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { clientOf } from '../../steps/callers.ts';
import { consumeContactProof } from '../../store/proofs.store.ts';
import { isVerified, type VerificationCriteria } from './is-verified.ts';

/** A passed verification that proves that a user is reached at a number or address. */
export interface ConsumeVerification extends VerificationCriteria {
  /** What it is used for; stored with it. */
  readonly usedFor: string;
}

/**
 * Consumes the proof that a code was received at this contact. Returns false if there is no such proof, if it belongs
 * to another client, or if it was consumed before.
 */
export async function consumeVerification(
  ctx: Context & AuthorizationPorts,
  work: Work,
  used: ConsumeVerification,
): Promise<boolean> {
  const { authorizationVault: vault, bankId, caller, clock } = ctx;
  const { channel, contact, usedFor, verificationId } = used;
  // A proof of another address is not consumed: a user who typed the wrong one may try again.
  if (!(await isVerified(ctx, work, used))) return false;
  const proof = await consumeContactProof(work, {
    bankId,
    verificationId,
    clientId: clientOf(caller),
    channel,
    recipientIndexes: vault.recipientIndexes(bankId, channel, recipientKey(channel, contact)),
    usedFor,
    now: clock.now(),
  });
  return proof !== undefined;
}
