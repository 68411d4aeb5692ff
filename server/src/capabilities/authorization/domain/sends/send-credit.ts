import type { Temporal } from 'temporal-polyfill';
import { earnedHours, outstandingHours } from './policy.ts';

/** What was sent in one hour, and how much of it was used. */
export interface HourTally {
  /** When the hour began. */
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
  /** How many more may be sent; below zero where several were on their way at once. */
  readonly left: number;
}

const hourMs = 3_600_000;

/**
 * The conversion-rate breaker, as credit: a sent code takes one, a used one gives two back. Nobody has to wait for a
 * code to fail, which is what an attack hopes for: a thousand numbers within a minute end at the start, here 20.
 *
 * It is a random walk, and what is known of those tells how often an honest place is closed wrongly: where a share p of
 * the codes is used, a credit of n is ever used up with probability ((1 − p) / p)ⁿ. With n = 20 that is 4·10⁻⁸ where 70 %
 * are used. Where less than half is used the walk goes down, and whoever uses codes of his own sends at most two for
 * each. A burst before anybody has typed a code is carried by what the place has earned before.
 *
 * Each hour is balanced by itself: what it lacks is forgiven after `outstandingHours`, what it earned counts for
 * `earnedHours`, so that the night does not take away what the day has shown.
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

/** The beginning of the hour in which credit is left again if nothing happens until then. */
export function creditReturnsAt(
  hours: readonly HourTally[],
  rule: CreditRule,
  hour: Temporal.Instant,
): Temporal.Instant {
  let at = hour.add({ hours: 1 });
  while (creditOf(hours, rule, at).left < 1) at = at.add({ hours: 1 });
  return at;
}
