import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { recipientKey } from '../domain/sends/canonical-recipient.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { clientOf } from '../steps/client-of.ts';
import { consumeContactProof } from '../store/proofs.store.ts';
import { isVerified, type VerificationCriteria } from './is-verified.ts';

/** A passed verification that is to prove that somebody is reached at a number or address. */
export interface UseVerification extends VerificationCriteria {
  /** What it is used for; kept with it. */
  readonly usedFor: string;
}

/** Uses up the proof that a code came back from this contact. False when it is none, of another client, or used before. */
export async function useVerification(
  ctx: Context & AuthorizationPorts,
  work: Work,
  used: UseVerification,
): Promise<boolean> {
  const { authorizationVault: vault, bankId, caller, clock } = ctx;
  const { channel, contact, usedFor, verificationId } = used;
  // A proof of another address is left as it is: who types the wrong one may try again.
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
