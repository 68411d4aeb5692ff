import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { utcDayOf } from '#platform/db/utc-day.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { DeviceClass, LoginAttempts } from '../domain/login-attempts.ts';
import {
  answerFailuresMax,
  answerLockHours,
  loginFailuresMax,
  loginHardStop,
  loginLockFirstMinutes,
  loginLockMaxMinutes,
} from '../domain/policy.ts';
import { rawQuery, tables } from './tables.ts';

/** The counter of one user or unknown username for one device class, and the current time. */
export interface LoginAttemptsKey {
  readonly bankId: string;
  readonly subject: string;
  readonly deviceClass: DeviceClass;
  readonly now: Temporal.Instant;
}

interface LoginAttemptsRow {
  readonly failures: number;
  readonly failures_in_row: number;
  readonly locks: number;
  readonly locked_until: Temporal.Instant | null;
}

function toLoginAttempts(row: LoginAttemptsRow): LoginAttempts {
  return {
    failures: row.failures,
    failuresInRow: row.failures_in_row,
    locks: row.locks,
    lockedUntil: row.locked_until ?? undefined,
  };
}

/**
 * After two days without an attempt counting restarts. Rows of unknown usernames are deleted after the same time, so
 * that both look alike; only the long-term count of a user continues.
 */
function isQuiet(now: RawBuilder<Temporal.Instant>): RawBuilder<boolean> {
  return sql<boolean>`(g.modified_at <= ${now}::timestamptz - interval '48 hours')`;
}

/**
 * Records the attempt as failed before anything is compared. Counting restarts after a lock has expired; nothing is
 * recorded while it lasts.
 */
const reserve = statement<LoginAttemptsKey>('write')(({ bankId, deviceClass, now, subject }) =>
  rawQuery(sql<LoginAttemptsRow>`
    insert into identity.login_attempts as g (bank_id, subject, device_class, failures, failures_in_row, locks, row_version,
      created_at, modified_at, used_on)
    values (${bankId}, ${subject}, ${deviceClass}, 1, 1, 0, 1, ${now}, ${now}, ${utcDayOf(now)})
    on conflict (bank_id, subject, device_class) do update
      set failures = case when ${isQuiet(now)} or g.failures >= ${sql.lit(loginFailuresMax)} then 1 else g.failures + 1 end,
          failures_in_row = g.failures_in_row + 1,
          locks = case when ${isQuiet(now)} then 0
            else g.locks + case when g.failures = ${sql.lit(loginFailuresMax - 1)} then 1 else 0 end end,
          locked_until = case when not ${isQuiet(now)} and g.failures = ${sql.lit(loginFailuresMax - 1)}
            then ${now}::timestamptz + make_interval(mins => least(${sql.lit(loginLockMaxMinutes)},
              ${sql.lit(loginLockFirstMinutes)} * (2 ^ least(g.locks, 16))::int)) end,
          row_version = g.row_version + 1, modified_at = ${now}, used_on = ${utcDayOf(now)}
      where (g.locked_until is null or g.locked_until <= ${now})
    returning g.failures, g.failures_in_row, g.locks, g.locked_until`),
);

/**
 * Reserves an attempt in its own transaction, before anything is compared. Undefined when the user is locked for this
 * device class.
 */
export async function reserveLogin(
  db: Autocommit,
  key: LoginAttemptsKey,
): Promise<LoginAttempts | undefined> {
  const row = await db.execute(reserve(key));
  return row && toLoginAttempts(row);
}

const refund = statement<LoginAttemptsKey>('write')(({ bankId, deviceClass, now, subject }) =>
  rawQuery(sql`
    update identity.login_attempts
       set locks = locks - case when failures = ${sql.lit(loginFailuresMax)} then 1 else 0 end,
           locked_until = case when failures = ${sql.lit(loginFailuresMax)} then null else locked_until end,
           failures = failures - 1, failures_in_row = failures_in_row - 1,
           row_version = row_version + 1, modified_at = ${now}, used_on = ${utcDayOf(now)}
     where bank_id = ${bankId} and subject = ${subject} and device_class = ${deviceClass} and failures > 0`),
);

/** Refunds an attempt that was not compared. */
export async function refundLogin(db: Autocommit, key: LoginAttemptsKey): Promise<void> {
  await db.executeAll(refund(key));
}

const clear = statement<LoginAttemptsKey>('write')(({ bankId, deviceClass, now, subject }) =>
  tables
    .updateTable('login_attempts')
    .set({
      failures: 0,
      failures_in_row: 0,
      locks: 0,
      locked_until: null,
      row_version: sql`row_version + 1`,
      modified_at: now,
      used_on: utcDayOf(now),
    })
    .where('bank_id', '=', bankId)
    .where('subject', '=', subject)
    .where('device_class', '=', deviceClass),
);

/** Clears the counter of this device class after a successful attempt. */
export function resetLoginAttempts(work: Writer, key: LoginAttemptsKey): void {
  work.write(clear(key));
}

const clearAll = statement<Omit<LoginAttemptsKey, 'deviceClass'>>('write')(({ bankId, subject }) =>
  tables.deleteFrom('login_attempts').where('bank_id', '=', bankId).where('subject', '=', subject),
);

/** Clears all counters of a user who has authenticated in another way. */
export function deleteLoginAttempts(work: Writer, key: Omit<LoginAttemptsKey, 'deviceClass'>): void {
  work.write(clearAll(key));
}

const locks = statement<{ readonly bankId: string; readonly subject: string }>()(({ bankId, subject }) =>
  tables
    .selectFrom('login_attempts')
    .select(['device_class', 'failures', 'failures_in_row', 'locks', 'locked_until'])
    .where('bank_id', '=', bankId)
    .where('subject', '=', subject),
);

/** Finds until when a user is locked for any device class; the profile shows it. */
export async function findLock(
  db: Reader,
  { bankId, now, subject }: Omit<LoginAttemptsKey, 'deviceClass'>,
): Promise<Temporal.Instant | undefined> {
  const rows = await db.rows(locks({ bankId, subject }));
  return rows
    .filter(({ device_class }) => isSignIn(device_class))
    .flatMap(({ locked_until }) => (locked_until === null ? [] : [locked_until]))
    .filter((until) => until.epochMilliseconds > now.epochMilliseconds)
    .toSorted((a, b) => b.epochMilliseconds - a.epochMilliseconds)[0];
}

/** Lists the device classes for which password sign-in is closed until a recovery or the bank reopens it. */
export async function listClosedClasses(
  db: Reader,
  key: { readonly bankId: string; readonly subject: string },
): Promise<readonly string[]> {
  const rows = await db.rows(locks(key));
  return rows
    .filter(({ device_class, failures_in_row }) => isSignIn(device_class) && failures_in_row >= loginHardStop)
    .map(({ device_class }) => device_class);
}

/** Returns whether a device class counts sign-ins: security answers are counted in the same table. */
function isSignIn(deviceClass: string): boolean {
  return deviceClass === 'paired' || deviceClass === 'other';
}

/** Finds the current counter of one device class. */
export async function findLoginAttempts(
  db: Reader,
  key: LoginAttemptsKey,
): Promise<LoginAttempts | undefined> {
  const rows = await db.rows(locks({ bankId: key.bankId, subject: key.subject }));
  const row = rows.find(({ device_class }) => device_class === key.deviceClass);
  return row && toLoginAttempts(row);
}

const reserveAnswer = statement<Omit<LoginAttemptsKey, 'deviceClass'>>('write')(({ bankId, now, subject }) =>
  rawQuery(sql<{ failures: number }>`
    insert into identity.login_attempts as g (bank_id, subject, device_class, failures, failures_in_row, locks, locked_until,
      row_version, created_at, modified_at, used_on)
    values (${bankId}, ${subject}, 'answers', 1, 1, 0, null, 1, ${now}, ${now}, ${utcDayOf(now)})
    on conflict (bank_id, subject, device_class) do update
      set failures = case when g.created_at <= ${now}::timestamptz - interval '24 hours'
            or g.failures >= ${sql.lit(answerFailuresMax)} then 1 else g.failures + 1 end,
          failures_in_row = g.failures_in_row + 1,
          created_at = case when g.created_at <= ${now}::timestamptz - interval '24 hours'
            or g.failures >= ${sql.lit(answerFailuresMax)} then ${now} else g.created_at end,
          locked_until = case when g.failures = ${sql.lit(answerFailuresMax - 1)}
            and g.created_at > ${now}::timestamptz - interval '24 hours'
            then ${now}::timestamptz + make_interval(hours => ${sql.lit(answerLockHours)}) end,
          row_version = g.row_version + 1, modified_at = ${now}, used_on = ${utcDayOf(now)}
      where g.locked_until is null or g.locked_until <= ${now}
    returning g.failures`),
);

/** Reserves an attempt at security answers and returns whether it is allowed: failures within a day lock for a day. */
export async function reserveAnswerAttempt(
  work: Writer,
  key: Omit<LoginAttemptsKey, 'deviceClass'>,
): Promise<boolean> {
  return (await work.execute(reserveAnswer(key))) !== undefined;
}

const resetAnswers = statement<Omit<LoginAttemptsKey, 'deviceClass'>>('write')(({ bankId, subject }) =>
  tables
    .deleteFrom('login_attempts')
    .where('bank_id', '=', bankId)
    .where('subject', '=', subject)
    .where('device_class', '=', 'answers'),
);

export function resetAnswerAttempts(work: Writer, key: Omit<LoginAttemptsKey, 'deviceClass'>): void {
  work.write(resetAnswers(key));
}
