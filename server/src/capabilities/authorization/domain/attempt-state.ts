import type { Temporal } from 'temporal-polyfill';
import { dailyAlertShare, factorBlocksMax, factorFailuresMax } from './policy.ts';

/** What stands in the guard of a person after an attempt was reserved: as if it had failed. */
export interface AttemptState {
  readonly streak: number;
  readonly triesInDay: number;
  readonly dailyCap: number;
  readonly blocksInDay: number;
  readonly lockedUntil: Temporal.Instant | undefined;
  readonly isSuspended: boolean;
}

/** A block that the last failure led to. */
export interface FactorLockout {
  /** Absent when only the bank can lift it. */
  readonly until: Temporal.Instant | undefined;
  /** The next one will be for good; whoever is meant must hear it before. RTS art. 4(4) */
  readonly isLastWarning: boolean;
}

/** The block a failure led to, if it was one too many in a row. */
export function lockoutAfter(guard: AttemptState): FactorLockout | undefined {
  if (guard.streak < factorFailuresMax) return undefined;
  return {
    until: guard.isSuspended ? undefined : guard.lockedUntil,
    isLastWarning: guard.blocksInDay === factorBlocksMax - 1,
  };
}

/** Whether so many attempts were made in a day that the bank should look at it. */
export function isAlarming({ dailyCap, triesInDay }: AttemptState): boolean {
  return triesInDay >= Math.ceil(dailyCap * dailyAlertShare);
}
