import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { utcDayOf } from '#platform/db/utc-day.ts';
import {
  dailyTriesMax,
  factorBlockFirstMinutes,
  factorBlockSecondMinutes,
  factorBlocksMax,
  factorFailuresMax,
} from '../domain/policy.ts';

type Now = RawBuilder<Temporal.Instant>;

const failures = sql.lit(factorFailuresMax);

/** Lockouts of the last day, this one included. */
const lockoutsInDay = (now: Now): RawBuilder<number> =>
  sql`(select count(*) from unnest(g.lockouts) as b where b > ${now}::timestamptz - interval '24 hours') + 1`;

/** Whether this attempt would be the last failure in a row, if it fails. */
const isLast = sql<boolean>`g.streak = ${failures} - 1`;

/**
 * Records the attempt as failed before the comparison; a success reverts it. So whatever happens in between, and
 * however many attempts are concurrent, no code is compared without being counted.
 */
export function reserving(now: Now): RawBuilder<unknown> {
  return sql`
    attempts = (array_append(g.attempts, ${now}::timestamptz))[greatest(1, cardinality(g.attempts) + 2 - ${sql.lit(dailyTriesMax)}):],
    streak = case when g.streak >= ${failures} then 1 else g.streak + 1 end,
    lockouts = case when ${isLast}
      then (array_append(g.lockouts, ${now}::timestamptz))[greatest(1, cardinality(g.lockouts) + 2 - ${sql.lit(factorBlocksMax)}):]
      else g.lockouts end,
    locked_until = case when ${isLast}
      then ${now}::timestamptz + case when ${lockoutsInDay(now)} = 1
        then interval ${sql.lit(`${factorBlockFirstMinutes} minutes`)}
        else interval ${sql.lit(`${factorBlockSecondMinutes} minutes`)} end
      else g.locked_until end,
    is_suspended = g.is_suspended or (${isLast} and ${lockoutsInDay(now)} >= ${sql.lit(factorBlocksMax)}),
    row_version = g.row_version + 1, modified_at = ${now}, used_on = ${utcDayOf(now)}`;
}

/** Whether another attempt is allowed: no lockout, and fewer than the daily cap in any 24 hours. */
export function isOpen(now: Now): RawBuilder<boolean> {
  return sql`not g.is_suspended and (g.streak < ${failures} or g.locked_until <= ${now}::timestamptz)
    and (cardinality(g.attempts) < g.daily_cap
      or g.attempts[cardinality(g.attempts) - g.daily_cap + 1] <= ${now}::timestamptz - interval '24 hours')`;
}

/** Columns of the attempt counter after the attempt was recorded. */
export function attemptColumns(now: Now): RawBuilder<unknown> {
  return sql`g.streak, g.daily_cap, g.locked_until, g.is_suspended,
    (select count(*)::int from unnest(g.attempts) as t where t > ${now}::timestamptz - interval '24 hours') as attempts_in_day,
    (select count(*)::int from unnest(g.lockouts) as b where b > ${now}::timestamptz - interval '24 hours') as lockouts_in_day`;
}

/**
 * The second half of a statement that reserves an attempt for a code and for its user together; the first half names
 * the code `code`. During a lockout the columns of the counter are null, and nothing may be compared.
 */
export function reserveForCode(key: {
  readonly bankId: RawBuilder<string>;
  readonly now: Now;
}): RawBuilder<unknown> {
  const { bankId, now } = key;
  return sql`counter as (
      update "authorization".factor_attempts g set ${reserving(now)}
        from code where g.bank_id = ${bankId} and g.subject = code.subject and ${isOpen(now)}
      returning g.subject, ${attemptColumns(now)})
    select code.*, counter.streak, counter.daily_cap, counter.locked_until, counter.is_suspended, counter.attempts_in_day,
           counter.lockouts_in_day
      from code left join counter using (subject)`;
}

/**
 * A preliminary check of the attempt counter of the code `v`, so that attempts during a lockout consume nothing; the
 * counter itself decides.
 */
export function isOpenForCode(key: {
  readonly bankId: RawBuilder<string>;
  readonly now: Now;
}): RawBuilder<boolean> {
  const { bankId, now } = key;
  return sql`exists (select from "authorization".factor_attempts g
    where g.bank_id = ${bankId} and g.subject = v.subject and ${isOpen(now)})`;
}
