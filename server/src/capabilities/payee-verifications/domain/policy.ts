import { Temporal } from 'temporal-polyfill';

/** SPEC xs2a-2026 2.5: from the request to the answer of the bank of the payee. */
export const answerMs = 5_000;

/** SPEC xs2a-2026 2.7. */
export const limits = {
  /** Requests of a third party in a second. */
  perSecond: 20,
  /** Different names without a match for one account, of a third party in an hour. */
  namesPerAccount: 10,
  /** Close matches of a third party in an hour. */
  closeMatches: 100,
} as const;

/** From this many different names for one account in an hour, of all third parties, staff are warned. */
export const namesOfAllWarned = 25;

export const limitHour = Temporal.Duration.from({ hours: 1 });

/** How long the log is kept. 13 months at their longest. */
export const keptDays = 397;

/** How long results are kept that a payment can name. No bank may choose a longer time. */
export const earlierKeptHours = 24;

/** How long lists of payees and their results are kept. */
export const bulkKeptHours = 24;

/** How long after its creation a list is known, so that it is answered as expired. */
export const bulkKnownDays = 30;
