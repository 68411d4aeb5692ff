import { factorFailuresMax } from '../policy.ts';

/**
 * Number of counters of an event token that a restore skips, for codes whose use the ledger missed. One fewer than the
 * failures in a row that cause a lockout: a user whose token is behind succeeds before that.
 */
export const restoreCounterStep: number = factorFailuresMax - 1;
