import type { RecipientLimit } from './sends/recipient-history.ts';

/** Problem reasons of the limits of one recipient. */
export const recipientReasons = {
  pace: 'recipient-pace',
  hour: 'recipient-hour',
  day: 'recipient-day',
} as const satisfies Readonly<Record<RecipientLimit, string>>;

/** Problem reason while second factors are locked out after wrong codes. */
export const factorBlockReason = 'second-factors-blocked';

/** Which limit refuses a code: that of the recipient, the lockout of the user, or a limit shared by many recipients. */
export type CodeLimit = 'recipient' | 'second-factors' | 'shared';

/** Returns which limit a problem reason belongs to. */
export function codeLimitOf(reason: string | undefined): CodeLimit {
  if (reason === factorBlockReason) return 'second-factors';
  return Object.values(recipientReasons).some((known) => known === reason) ? 'recipient' : 'shared';
}
