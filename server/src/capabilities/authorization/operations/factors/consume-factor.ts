import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { SensitiveAction } from '../../domain/literals.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { clientOf } from '../../steps/callers.ts';
import { consumeOath, consumeOtp } from '../../store/proofs.store.ts';

/** A second factor that a user has just passed. */
export type PassedFactor =
  | { readonly kind: 'sms'; readonly verificationId: string }
  /** The latest success of a token of the user with the same client. */
  | { readonly kind: 'token' };

/** A passed factor, and what it is used for. */
export interface ConsumeFactor {
  readonly factor: PassedFactor;
  readonly userId: string;
  /** Actions that a code may have been sent for; a code for another action proves nothing here. */
  readonly actions: readonly SensitiveAction[];
  readonly usedFor: string;
}

/**
 * Consumes a passed second factor, so that it authorizes one action only. Returns false if there is none, if it expired,
 * or if it is a code for another action.
 */
export async function consumeFactor(
  { bankId, caller, clock }: Context & AuthorizationPorts,
  work: Work,
  { actions, factor, usedFor, userId }: ConsumeFactor,
): Promise<boolean> {
  const use = { bankId, userId, now: clock.now() };
  return factor.kind === 'sms'
    ? (await consumeOtp(work, { ...use, proofId: factor.verificationId, actions, usedFor })) !== undefined
    : (await consumeOath(work, { ...use, clientId: clientOf(caller) })) !== undefined;
}
