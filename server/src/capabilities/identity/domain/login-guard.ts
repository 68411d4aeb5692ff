import type { Temporal } from 'temporal-polyfill';
import { loginFailuresMax, loginHardStop, loginWarnAt } from './policy.ts';

/**
 * Whether somebody tries from a browser that has signed this user in before: strangers cannot lock it out. Tries at
 * temporary passwords are counted at those.
 */
export type DeviceClass = 'paired' | 'other' | 'temporary';

/** Failures of one person by one kind of device, after an attempt was entered as failed. */
export interface LoginGuard {
  readonly failures: number;
  readonly failuresInRow: number;
  readonly locks: number;
  readonly lockedUntil: Temporal.Instant | undefined;
}

/** What the attempt leads to, should it fail. */
export type GuardOutcome =
  | { readonly kind: 'counted'; readonly attemptsLeft: number }
  | { readonly kind: 'locked'; readonly until: Temporal.Instant; readonly isLastWarning: boolean }
  /** Only the bank opens it again. */
  | { readonly kind: 'stopped' };

export function outcomeOf({ failures, failuresInRow, lockedUntil }: LoginGuard): GuardOutcome {
  if (failuresInRow >= loginHardStop) return { kind: 'stopped' };
  if (failures >= loginFailuresMax && lockedUntil !== undefined) {
    return { kind: 'locked', until: lockedUntil, isLastWarning: failuresInRow >= loginWarnAt };
  }
  return { kind: 'counted', attemptsLeft: loginFailuresMax - failures };
}
