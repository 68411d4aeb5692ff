import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { clientOf } from '../../steps/callers.ts';
import { consumeOath, consumeOtp } from '../../store/proofs.store.ts';

/** A second factor that a user has just passed. */
export type PassedFactor =
  | { readonly kind: 'sms'; readonly verificationId: string }
  /** The latest success of a token of the user with the same client. */
  | { readonly kind: 'token' };

/**
 * Consumes a passed second factor, so that it authorizes one action only. Returns false if there is none, or if it
 * expired.
 */
export async function consumeFactor(
  { bankId, caller, clock }: Context & AuthorizationPorts,
  work: Work,
  {
    factor,
    usedFor,
    userId,
  }: { readonly factor: PassedFactor; readonly userId: string; readonly usedFor: string },
): Promise<boolean> {
  const use = { bankId, userId, now: clock.now() };
  return factor.kind === 'sms'
    ? (await consumeOtp(work, { ...use, proofId: factor.verificationId, usedFor })) !== undefined
    : (await consumeOath(work, { ...use, clientId: clientOf(caller) })) !== undefined;
}
