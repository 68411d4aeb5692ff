/** How long an ended consent is kept: customers see for two years whom they gave access. SPEC xs2a-2026 4 */
export const keptDays = 731;

/**
 * Limits of questions about one account by one third party. Answers about well-chosen amounts are a search for the
 * balance: with d different amounts of which b may be answered with no, the answers distinguish at most the sum of
 * "d choose i" for i from 0 to b cases: 9 in an hour, 137 in a day. ADR-0107
 */
export const questionLimits = {
  hour: { amountsMax: 8, refusalsMax: 1 },
  day: { amountsMax: 16, refusalsMax: 2 },
} as const;

/** For this time a question about the same amount has the same answer. */
export const sameAnswerMinutes = 60;
/** So long the answer to a question is awaited, and counts as no; afterwards it is not given any more. */
export const openSeconds = 60;
/** Questions older than this count no more. */
export const countedHours = 24;
