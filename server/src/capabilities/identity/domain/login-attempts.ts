import type { Temporal } from 'temporal-polyfill';
import { loginFailuresMax, loginHardStop, loginWarnAt } from './policy.ts';

/**
 * Whether somebody tries from a browser that has signed this user in before: strangers cannot lock it out. Tries at
 * temporary passwords are counted at those.
 */
export type DeviceClass = 'paired' | 'other' | 'temporary';

/** Failures of one person by one kind of device, after an attempt was entered as failed. */
export interface LoginAttempts {
  readonly failures: number;
  readonly failuresInRow: number;
  readonly locks: number;
  readonly lockedUntil: Temporal.Instant | undefined;
}

/** What the attempt leads to, should it fail. */
export type GuardOutcome =
  | { readonly kind: 'counted'; readonly attemptsLeft: number }
  | { readonly kind: 'locked'; readonly until: Temporal.Instant; readonly isLastWarning: boolean };

export function outcomeOf({ failures, failuresInRow, lockedUntil }: LoginAttempts): GuardOutcome {
  if (failures >= loginFailuresMax && lockedUntil !== undefined) {
    const isLastWarning = failuresInRow >= loginWarnAt && failuresInRow < loginHardStop;
    return { kind: 'locked', until: lockedUntil, isLastWarning };
  }
  return { kind: 'counted', attemptsLeft: loginFailuresMax - failures };
}

/** Whether this failure is the one that closes signing in by password at its kind of device. NIST SP 800-63B, RTS art. 4(4) */
export function isClosing({ failuresInRow }: LoginAttempts): boolean {
  return failuresInRow === loginHardStop;
}

/**
 * Whether signing in by password was closed before this attempt: no password is right any more. Attempts are counted and
 * locked as before, so that responses do not reveal it.
 */
export function wasClosed({ failuresInRow }: LoginAttempts): boolean {
  return failuresInRow > loginHardStop;
}
