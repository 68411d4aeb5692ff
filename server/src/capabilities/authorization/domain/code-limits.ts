import type { RecipientLimit } from './sends/recipient-history.ts';

/** Reasons of a refused code that one recipient's own limits give. */
export const recipientReasons = {
  pace: 'recipient-pace',
  hour: 'recipient-hour',
  day: 'recipient-day',
} as const satisfies Readonly<Record<RecipientLimit, string>>;

/** Reason while second factors are blocked after wrong codes. */
export const factorBlockReason = 'second-factors-blocked';

/** Whose limit refuses a code: the recipient's, that of the person's second factors, or one that many share. */
export type CodeLimit = 'recipient' | 'second-factors' | 'shared';

/** Returns whose limit a refusal with this reason comes from. */
export function codeLimitOf(reason: string | undefined): CodeLimit {
  if (reason === factorBlockReason) return 'second-factors';
  return Object.values(recipientReasons).some((known) => known === reason) ? 'recipient' : 'shared';
}
