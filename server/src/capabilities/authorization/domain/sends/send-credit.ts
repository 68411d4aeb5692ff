import type { Temporal } from 'temporal-polyfill';
import { earnedHours, outstandingHours } from './policy.ts';

/** Messages sent in one hour, and how many of their codes were used. */
export interface HourTally {
  /** Start of the hour. */
  readonly hour: Temporal.Instant;
  readonly sent: number;
  readonly used: number;
}

export interface CreditRule {
  readonly start: number;
  readonly earnedMax: number;
}

export interface Credit {
  readonly earned: number;
  /** How many more may be sent; negative where several were sent concurrently. */
  readonly left: number;
}

const hourMs = 3_600_000;

/**
 * Computes the credit of a destination, a breaker on the conversion rate: a sent code costs one, a used code earns two.
 * The breaker does not wait for codes to expire, which an attack relies on: a thousand numbers within a minute end at
 * the start credit, here 20.
 *
 * The credit is a random walk, and the theory gives the chance that an honest destination is closed: where a share p of
 * the codes is used, a credit of n is ever used up with probability ((1 − p) / p)ⁿ. With n = 20 that is 4·10⁻⁸ where 70
 * % are used. Where less than half is used the walk goes down, and an attacker who uses own codes sends at most two for
 * each. Earned credit covers a burst before the first code is used.
 *
 * Each hour is balanced by itself: a deficit expires after `outstandingHours`, earned credit after `earnedHours`, so
 * that the night does not consume the credit of the day.
 */
export function creditOf(hours: readonly HourTally[], rule: CreditRule, hour: Temporal.Instant): Credit {
  let earned = 0;
  let lacking = 0;
  for (const tally of hours) {
    const age = (hour.epochMilliseconds - tally.hour.epochMilliseconds) / hourMs;
    const balance = 2 * tally.used - tally.sent;
    if (balance > 0 && age < earnedHours) earned += balance;
    if (balance < 0 && age < outstandingHours) lacking -= balance;
  }
  const counted = Math.min(rule.earnedMax, earned);
  return { earned: counted, left: rule.start + counted - lacking };
}

/** Returns the start of the hour in which credit is available again if nothing happens until then. */
export function creditReturnsAt(
  hours: readonly HourTally[],
  rule: CreditRule,
  hour: Temporal.Instant,
): Temporal.Instant {
  let at = hour.add({ hours: 1 });
  while (creditOf(hours, rule, at).left < 1) at = at.add({ hours: 1 });
  return at;
}
