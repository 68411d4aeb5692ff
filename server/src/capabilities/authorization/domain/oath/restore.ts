import { factorFailuresMax } from '../policy.ts';

/**
 * So many counters of an event token are skipped after a restore, for codes whose use the ledger missed. One fewer than
 * failures in a row block the factor: a user whose token is behind gets in before that.
 */
export const restoreCounterStep: number = factorFailuresMax - 1;
