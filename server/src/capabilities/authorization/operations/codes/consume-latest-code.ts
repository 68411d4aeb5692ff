import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { SensitiveAction } from '../../domain/literals.ts';
import { consumeLatestOtp } from '../../store/proofs.store.ts';

/** A user who passed a code by SMS, for what, and what it is used for. */
export interface ConsumeLatestCode {
  readonly userId: string;
  readonly action: SensitiveAction;
  readonly usedFor: string;
}

/**
 * Consumes the latest unused proof that a user received a code by SMS for an action, by whichever client it was sent.
 * Returns false if there is none. For requests that cannot name the verification.
 */
export async function consumeLatestCode(
  { bankId, clock }: Context,
  work: Work,
  used: ConsumeLatestCode,
): Promise<boolean> {
  return consumeLatestOtp(work, { ...used, bankId, now: clock.now() });
}
