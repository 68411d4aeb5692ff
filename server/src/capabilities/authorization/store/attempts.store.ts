import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import { utcDayOf } from '#platform/db/utc-day.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type AttemptState, suspendedRetrySeconds } from '../domain/attempt-state.ts';
import { dailyTriesMax, factorFailuresMax } from '../domain/policy.ts';
import { attemptColumns, isOpen, reserving } from './attempt-sql.ts';
import { rawQuery } from './tables.ts';

/** Whose attempts are counted, and when. */
export interface AttemptKey {
  readonly bankId: string;
  readonly subject: string;
  readonly now: Temporal.Instant;
}

interface AttemptRow {
  readonly streak: number;
  readonly daily_cap: number;
  readonly locked_until: Temporal.Instant | null;
  readonly is_suspended: boolean;
  readonly attempts_in_day: number;
  readonly lockouts_in_day: number;
}

function toAttemptState(row: AttemptRow): AttemptState {
  return {
    streak: row.streak,
    dailyCap: row.daily_cap,
    attemptsInDay: row.attempts_in_day,
    lockoutsInDay: row.lockouts_in_day,
    lockedUntil: row.locked_until ?? undefined,
    isSuspended: row.is_suspended,
  };
}

/** The attempt counter beside a code; null during a lockout. */
export type MaybeAttemptRow = { readonly [Name in keyof AttemptRow]: AttemptRow[Name] | null };

export function attemptStateIn(row: MaybeAttemptRow): AttemptState | undefined {
  const { lockouts_in_day, daily_cap, is_suspended, locked_until, streak, attempts_in_day } = row;
  if (streak === null || daily_cap === null || is_suspended === null) return undefined;
  return toAttemptState({
    streak,
    daily_cap,
    is_suspended,
    locked_until,
    attempts_in_day: attempts_in_day ?? 0,
    lockouts_in_day: lockouts_in_day ?? 0,
  });
}

const reserve = statement<AttemptKey>('write')(({ bankId, now, subject }) =>
  rawQuery(sql<AttemptRow>`
    insert into "authorization".factor_attempts as g (bank_id, subject, attempts, streak, lockouts, is_suspended, daily_cap,
      row_version, created_at, modified_at, used_on)
    values (${bankId}, ${subject}, array[${now}::timestamptz], 1, '{}', false, ${sql.lit(dailyTriesMax)}, 1, ${now}, ${now}, ${utcDayOf(now)})
    on conflict (bank_id, subject) do update set ${reserving(now)} where ${isOpen(now)}
    returning ${attemptColumns(now)}`),
);

/** Records an attempt as failed, before the comparison; returns undefined during a lockout. */
export async function reserveAttempt(work: Writer, key: AttemptKey): Promise<AttemptState | undefined> {
  const row = await work.execute(reserve(key));
  return row && toAttemptState(row);
}

const clear = statement<AttemptKey>('write')(({ bankId, now, subject }) =>
  rawQuery(sql`
    update "authorization".factor_attempts
       set attempts = attempts[: cardinality(attempts) - 1], streak = 0,
           lockouts = case when streak = ${sql.lit(factorFailuresMax)} then lockouts[: cardinality(lockouts) - 1] else lockouts end,
           locked_until = null, is_suspended = false, row_version = row_version + 1, modified_at = ${now}, used_on = ${utcDayOf(now)}
     where bank_id = ${bankId} and subject = ${subject}`),
);

/** Reverts the attempt that was reserved in this command, after a success. */
export function clearAttempt(work: Writer, key: AttemptKey): void {
  work.write(clear(key));
}

interface OpenRow {
  readonly is_open: boolean;
  readonly free_at: Temporal.Instant | null;
}

/** Reads when the user may try again: the lockout is over, and the oldest counted attempt is a day old. */
const find = statement<AttemptKey>()(({ bankId, now, subject }) =>
  rawQuery(sql<OpenRow>`
    select ${isOpen(now)} as is_open,
           case when not g.is_suspended then greatest(
             case when g.streak >= ${sql.lit(factorFailuresMax)} then g.locked_until end,
             case when cardinality(g.attempts) >= g.daily_cap
               then g.attempts[cardinality(g.attempts) - g.daily_cap + 1] + interval '24 hours' end) end as free_at
      from "authorization".factor_attempts g
     where g.bank_id = ${bankId} and g.subject = ${subject}`),
);

/** Returns in how many seconds a locked-out user may try again; undefined without a lockout. */
export async function findLockoutSeconds(work: Writer, key: AttemptKey): Promise<number | undefined> {
  const row = await work.first(find(key));
  if (row === undefined || row.is_open) return undefined;
  if (row.free_at === null) return suspendedRetrySeconds;
  return Math.max(1, Math.ceil(row.free_at.since(key.now).total('seconds')));
}

const lockRow = statement<AttemptKey>('write')(({ bankId, now, subject }) =>
  rawQuery(sql<{ subject: string }>`
    insert into "authorization".factor_attempts as g (bank_id, subject, attempts, streak, lockouts, is_suspended, daily_cap,
      row_version, created_at, modified_at, used_on)
    values (${bankId}, ${subject}, '{}', 0, '{}', false, ${sql.lit(dailyTriesMax)}, 1, ${now}, ${now}, ${utcDayOf(now)})
    on conflict (bank_id, subject) do update set modified_at = ${now}, used_on = ${utcDayOf(now)}
    returning g.subject`),
);

/** Inserts the attempt counter if it does not exist, and locks it: other sends to the same user wait. */
export async function lockAttempts(work: Writer, key: AttemptKey): Promise<void> {
  await work.execute(lockRow(key));
}

const lift = statement<AttemptKey>('write')(({ bankId, now, subject }) =>
  rawQuery(sql`
    update "authorization".factor_attempts
       set attempts = '{}', streak = 0, lockouts = '{}', locked_until = null, is_suspended = false,
           row_version = row_version + 1, modified_at = ${now}, used_on = ${utcDayOf(now)}
     where bank_id = ${bankId} and subject = ${subject}`),
);

/** Deletes all failures of a user whose identity was verified. */
export function deleteFailures(work: Writer, key: AttemptKey): void {
  work.write(lift(key));
}

const lowerCap = statement<AttemptKey & { readonly cap: number }>('write')(({ bankId, cap, now, subject }) =>
  rawQuery(sql`
    insert into "authorization".factor_attempts as g (bank_id, subject, attempts, streak, lockouts, is_suspended, daily_cap,
      row_version, created_at, modified_at, used_on)
    values (${bankId}, ${subject}, '{}', 0, '{}', false, ${cap}, 1, ${now}, ${now}, ${utcDayOf(now)})
    on conflict (bank_id, subject) do update set daily_cap = least(g.daily_cap, ${cap}::int), modified_at = ${now}, used_on = ${utcDayOf(now)}`),
);

/** Lowers the daily cap: a token that is easier to guess allows fewer attempts with any factor. */
export function capAttempts(work: Writer, key: AttemptKey & { readonly cap: number }): void {
  work.write(lowerCap(key));
}

const purgeMax = 20_000;

const purge = statement<{ readonly bankId: string; readonly before: Temporal.Instant }>('write')(
  ({ bankId, before }) =>
    rawQuery(sql`
    delete from "authorization".factor_attempts where bank_id = ${bankId} and ctid = any(array(
      select ctid from "authorization".factor_attempts
       where bank_id = ${bankId} and used_on < ${utcDayOf(before)} and modified_at < ${before} and not is_suspended
         and daily_cap = ${sql.lit(dailyTriesMax)}
       order by used_on limit ${sql.lit(purgeMax)}))`),
);

/** Purges attempt counters that were not used for a long time. */
export function purgeAttempts(
  work: Writer,
  scope: { readonly bankId: string; readonly now: Temporal.Instant },
): void {
  work.write(purge({ bankId: scope.bankId, before: scope.now.subtract({ hours: 48 }) }));
}
