import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { lockName } from '#platform/db/named-lock.ts';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Money } from '#platform/kernel/money.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { ExemptedSince, PaymentSeries } from '../domain/exemptions.ts';
import { rawQuery, tables } from './tables.ts';

interface UserKey {
  readonly bankId: string;
  readonly userId: string;
}

/** All users of one person, in the order of their ids. */
interface PersonKey {
  readonly bankId: string;
  readonly userIds: readonly string[];
}

/**
 * Locks what a person has paid without a second factor through any user, also while there is no row. Two commands of one
 * person share at least one user, also when a merge has just joined them.
 */
export async function lockExemptions(work: Writer, { bankId, userIds }: PersonKey): Promise<void> {
  // All are sent together; the database locks in this order.
  await Promise.all(userIds.map((userId) => lockName(work, 'exemptions', bankId, userId)));
}

const since = statement<UserKey & PersonKey & { readonly currency: string }>()(
  ({ bankId, currency, userId, userIds }) =>
    rawQuery(sql<{ authenticated_at: Temporal.Instant; exempted_payments: number; total_minor: bigint }>`
    select authenticated_at, (
             select sum(exempted_payments)::int from sca.strong_authentication o
              where o.bank_id = s.bank_id and o.user_id = any(${userIds}::text[])) as exempted_payments, (
             select least(coalesce(sum(total_minor), 0), 9223372036854775807)::bigint from sca.exempted_total t
              where t.bank_id = s.bank_id and t.user_id = any(${userIds}::text[]) and t.currency = ${currency}) as total_minor
      from sca.strong_authentication s where bank_id = ${bankId} and user_id = ${userId}`),
);

/**
 * Finds what a person has paid without a second factor through any user, this one included; undefined if no strong
 * authentication of this user is known.
 */
export async function findExemptedSince(
  db: Reader,
  key: UserKey & PersonKey & { readonly currency: string },
): Promise<ExemptedSince | undefined> {
  const row = await db.first(since(key));
  return row && { authenticatedAt: row.authenticated_at, count: row.exempted_payments, sum: row.total_minor };
}

const series = statement<UserKey & { readonly hashes: readonly Buffer[] }>()(({ bankId, hashes, userId }) =>
  rawQuery(sql<{ last_paid_at: Temporal.Instant }>`
    select last_paid_at from sca.payment_series
     where bank_id = ${bankId} and user_id = ${userId} and series_hash = any(${hashes}::bytea[])
     order by last_paid_at desc limit 1`),
);

/** Finds a series under the hashes of all accepted keys. */
export async function findSeries(
  db: Reader,
  key: UserKey & { readonly hashes: readonly Buffer[] },
): Promise<PaymentSeries | undefined> {
  const row = await db.first(series(key));
  return row && { lastPaidAt: row.last_paid_at };
}

const authenticated = statement<UserKey & { readonly now: Temporal.Instant }>('write')(
  ({ bankId, now, userId }) =>
    rawQuery(sql`
      insert into sca.strong_authentication (bank_id, user_id, authenticated_at, exempted_payments, modified_at)
      values (${bankId}, ${userId}, ${now}, 0, ${now})
      on conflict (bank_id, user_id) do update
         set authenticated_at = excluded.authenticated_at, exempted_payments = 0, modified_at = excluded.modified_at`),
);

/** Records a strong authentication of a user: the count of this user starts again. */
export function upsertStrongAuthentication(
  work: Writer,
  key: UserKey & { readonly now: Temporal.Instant },
): void {
  work.write(authenticated(key));
}

const removeTotals = statement<PersonKey>('write')(({ bankId, userIds }) =>
  rawQuery(sql`
    delete from sca.exempted_total where bank_id = ${bankId} and user_id = any(${userIds}::text[])`),
);
const resetCounts = statement<PersonKey & { readonly now: Temporal.Instant }>('write')(
  ({ bankId, now, userIds }) =>
    rawQuery(sql`
      update sca.strong_authentication set exempted_payments = 0, modified_at = ${now}
       where bank_id = ${bankId} and user_id = any(${userIds}::text[]) and exempted_payments > 0`),
);

/** Starts the counts and totals of a person again, for all users. */
export function deleteTotals(work: Writer, key: PersonKey & { readonly now: Temporal.Instant }): void {
  work.write(resetCounts(key));
  work.write(removeTotals(key));
}

const count = statement<UserKey & { readonly now: Temporal.Instant }>('write')(({ bankId, now, userId }) =>
  tables
    .updateTable('strong_authentication')
    .set({ exempted_payments: sql`exempted_payments + 1`, modified_at: now })
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId),
);

/** Counts a payment without a second factor. */
export function updateExemptedCount(work: Writer, key: UserKey & { readonly now: Temporal.Instant }): void {
  work.write(count(key), { rows: { count: 1, otherwise: standardProblems.conflict } });
}

// The sum stays at the largest number instead of failing: it is then beyond every limit.
const addTotal = statement<UserKey & Money>('write')(({ bankId, currency, minor, userId }) =>
  rawQuery(sql`
    insert into sca.exempted_total (bank_id, user_id, currency, total_minor)
    values (${bankId}, ${userId}, ${currency}, ${minor})
    on conflict (bank_id, user_id, currency) do update
       set total_minor = least(exempted_total.total_minor::numeric + excluded.total_minor, 9223372036854775807)::bigint`),
);

/** Adds the amount of a payment without a second factor. */
export function upsertTotal(work: Writer, { amount, ...key }: UserKey & { readonly amount: Money }): void {
  work.write(addTotal({ ...key, ...amount }));
}

interface NewSeries extends UserKey {
  readonly hash: Buffer;
  readonly now: Temporal.Instant;
}

const approved = statement<NewSeries>('write')(({ bankId, hash, now, userId }) =>
  rawQuery(sql`
    insert into sca.payment_series (bank_id, user_id, series_hash, approved_at, last_paid_at)
    values (${bankId}, ${userId}, ${hash}, ${now}, ${now})
    on conflict (bank_id, user_id, series_hash) do update
       set approved_at = excluded.approved_at, last_paid_at = excluded.last_paid_at`),
);

/** Records a payment that was approved with two factors, as the first one of a series. */
export function upsertSeries(work: Writer, row: NewSeries): void {
  work.write(approved(row));
}

const paid = statement<UserKey & { readonly hashes: readonly Buffer[]; readonly now: Temporal.Instant }>(
  'write',
)(({ bankId, hashes, now, userId }) =>
  rawQuery(sql`
    update sca.payment_series set last_paid_at = ${now}
     where bank_id = ${bankId} and user_id = ${userId} and series_hash = any(${hashes}::bytea[])`),
);

/** Records a payment of a series. */
export function updateSeriesPaid(
  work: Writer,
  key: UserKey & { readonly hashes: readonly Buffer[]; readonly now: Temporal.Instant },
): void {
  work.write(paid(key));
}

const removeSeriesOfUser = statement<UserKey>('write')(({ bankId, userId }) =>
  tables.deleteFrom('payment_series').where('bank_id', '=', bankId).where('user_id', '=', userId),
);

export function deleteSeriesOfUser(work: Writer, key: UserKey): void {
  work.write(removeSeriesOfUser(key));
}

const removeUsers = statement<PersonKey>('write')(({ bankId, userIds }) =>
  rawQuery(sql`
    delete from sca.strong_authentication where bank_id = ${bankId} and user_id = any(${userIds}::text[])`),
);

/** Deletes the counts of a person; the totals go with them. */
export function deleteStrongAuthentications(work: Writer, key: PersonKey): void {
  work.write(removeUsers(key));
}

interface OldRows {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}

const removeOld = statement<OldRows>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ user_id: string }>`
    delete from sca.strong_authentication where bank_id = ${bankId} and ctid = any(array(
      select ctid from sca.strong_authentication
       where bank_id = ${bankId} and authenticated_at < ${before} and modified_at < ${before}
       order by authenticated_at limit ${max} for update skip locked))
    returning user_id`),
);

/** Deletes strong authentications from which no exemption follows any more; returns how many. */
export async function deleteOldStrongAuthentications(work: Writer, criteria: OldRows): Promise<number> {
  return (await work.executeAll(removeOld(criteria))).length;
}

const removeOldSeries = statement<OldRows>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ user_id: string }>`
    delete from sca.payment_series where bank_id = ${bankId} and ctid = any(array(
      select ctid from sca.payment_series
       where bank_id = ${bankId} and last_paid_at < ${before}
       order by last_paid_at limit ${max} for update skip locked))
    returning user_id`),
);

/** Deletes series that ended; returns how many. */
export async function deleteOldSeries(work: Writer, criteria: OldRows): Promise<number> {
  return (await work.executeAll(removeOldSeries(criteria))).length;
}
