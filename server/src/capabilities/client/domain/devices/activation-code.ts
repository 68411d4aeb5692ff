import type { Temporal } from 'temporal-polyfill';
import { activationFailuresMax } from './policy.ts';

/** States of an activation code as stored. `expired` follows from the time. */
export const activationCodeStates = ['issued', 'used', 'replaced', 'exhausted'] as const;
export type ActivationCodeState = (typeof activationCodeStates)[number];

/** A code with which a user pairs one device. */
export interface ActivationCode {
  readonly activationId: string;
  readonly userId: string;
  readonly state: ActivationCodeState;
  /** Redemptions with a failed proof or attestation. */
  readonly failures: number;
  readonly expiresAt: Temporal.Instant;
}

/** Returns whether a code can be redeemed now. */
export function isRedeemable({ expiresAt, state }: ActivationCode, now: Temporal.Instant): boolean {
  return state === 'issued' && now.epochMilliseconds < expiresAt.epochMilliseconds;
}

/** Returns a code after a redemption whose proof or attestation failed: the last possible failure exhausts it. */
export function afterFailure(code: ActivationCode): Pick<ActivationCode, 'failures' | 'state'> {
  if (code.state !== 'issued') return { failures: code.failures, state: code.state };
  const failures = code.failures + 1;
  return { failures, state: failures >= activationFailuresMax ? 'exhausted' : 'issued' };
}

/** Returns how many redemptions may still fail. */
export function attemptsLeft({ failures }: Pick<ActivationCode, 'failures'>): number {
  return Math.max(0, activationFailuresMax - failures);
}
