import type { BasketEvent } from './basket.ts';

/** Events that a restore replays from the ledger. */
export const basketsEndings = ['signing-basket-ended'] as const;

/** Whether an end must be remembered outside of the database. What the clock ends, it ends again after a restore. */
export function isEndingKept({ kind }: BasketEvent): boolean {
  return kind !== 'lapsed';
}
