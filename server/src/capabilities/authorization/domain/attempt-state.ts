import type { Temporal } from 'temporal-polyfill';
import { dailyAlertShare, factorBlocksMax, factorFailuresMax } from './policy.ts';

/** Attempt counter of a user after an attempt was reserved. The reserved attempt counts as failed. */
export interface AttemptState {
  readonly streak: number;
  readonly attemptsInDay: number;
  readonly dailyCap: number;
  readonly lockoutsInDay: number;
  readonly lockedUntil: Temporal.Instant | undefined;
  readonly isSuspended: boolean;
}

/** Lockout of the second factors of a user, caused by the last failure. */
export interface FactorLockout {
  /** Absent for a permanent lockout, which only the bank lifts. */
  readonly until: Temporal.Instant | undefined;
  /** The next lockout is permanent; the user must be warned before. RTS art. 4(4) */
  readonly isLastWarning: boolean;
}

/** Returns the lockout that a failure causes, if it is the last one allowed in a row. */
export function lockoutAfter(attemptState: AttemptState): FactorLockout | undefined {
  if (attemptState.streak < factorFailuresMax) return undefined;
  return {
    until: attemptState.isSuspended ? undefined : attemptState.lockedUntil,
    isLastWarning: attemptState.lockoutsInDay === factorBlocksMax - 1,
  };
}

/** Time after which a user with a permanent lockout may ask again; only the bank lifts it. */
export const suspendedRetrySeconds = 86_400;

/** Returns until when a failure locks the user out, if it does. */
export function lockedUntilAfter(
  attemptState: AttemptState,
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  const lockout = lockoutAfter(attemptState);
  return lockout && (lockout.until ?? now.add({ seconds: suspendedRetrySeconds }));
}

/** Returns whether the attempts of a day reach the share at which the bank is alerted. */
export function isAlarming({ dailyCap, attemptsInDay }: AttemptState): boolean {
  return attemptsInDay >= Math.ceil(dailyCap * dailyAlertShare);
}
