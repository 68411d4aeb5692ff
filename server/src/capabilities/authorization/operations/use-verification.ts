import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { OtpChannel } from '../domain/literals.ts';
import { recipientKey } from '../domain/sends/canonical-recipient.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { consumeContactProof } from '../store/proofs.store.ts';
import { clientOf } from './client-of.ts';

/** A passed verification that is to prove that somebody is reached at a number or address. */
export interface UseVerification {
  readonly verificationId: string;
  readonly channel: OtpChannel;
  readonly contact: string;
  /** What it is used for; kept with it. */
  readonly usedFor: string;
}

/** Uses up the proof that a code came back from this contact. False when it is none, of another client, or used before. */
export async function useVerification(
  { authorizationVault: vault, bankId, caller, clock }: Context & AuthorizationPorts,
  work: Work,
  { channel, contact, usedFor, verificationId }: UseVerification,
): Promise<boolean> {
  return consumeContactProof(work, {
    bankId,
    verificationId,
    clientId: clientOf(caller),
    channel,
    recipientIndexes: vault.recipientIndexes(bankId, channel, recipientKey(channel, contact)),
    usedFor,
    now: clock.now(),
  });
}
