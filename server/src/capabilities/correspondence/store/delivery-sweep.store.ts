import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type CommunicationRow, communicationOf, type StoredCommunication } from './communication-rows.ts';
import { rawQuery } from './tables.ts';

interface Sweep {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly count: number;
}

const expire = statement<Sweep>('write')(({ bankId, count, now }) =>
  rawQuery(sql<CommunicationRow>`
    update correspondence.communication c
       set status = 'expired', settled_at = ${now}, lease_owner = null, lease_until = null,
           row_version = c.row_version + 1, modified_at = ${now}
     where c.bank_id = ${bankId} and c.communication_id = any (array(
       select e.communication_id from correspondence.communication e
        where e.bank_id = ${bankId} and e.status in ('queued', 'sending') and e.expires_at <= ${now}
          and (e.status = 'queued' or e.lease_until <= ${now}) and (e.medium <> 'mailbox' or e.due_at > ${now})
        order by e.expires_at limit ${count} for update skip locked))
    returning c.*`),
);

/** Expired messages, except those being sent, which are left to their worker. */
export async function expireOverdue(work: Writer, sweep: Sweep): Promise<readonly StoredCommunication[]> {
  return (await work.executeAll(expire(sweep))).map(communicationOf);
}

/**
 * Only messages that are being sent have a lease, and only its index may serve: with a plain comparison of the status, the
 * planner may read the index of all open messages while statistics know none.
 */
function isSending(table: 'c' | 's' | 'communication'): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${sql.ref(table)}.status, '') = 'sending'`;
}

const release = statement<Sweep>('write')(({ bankId, count, now }) =>
  rawQuery(sql<CommunicationRow>`
    update correspondence.communication c
       set status = case when c.is_withdrawn then 'cancelled' else 'queued' end,
           settled_at = case when c.is_withdrawn then ${now}::timestamptz end,
           lease_owner = null, lease_until = null, row_version = c.row_version + 1, modified_at = ${now}
     where c.bank_id = ${bankId} and c.communication_id = any (array(
       select s.communication_id from correspondence.communication s
        where s.bank_id = ${bankId} and ${isSending('s')} and s.lease_until <= ${now} and s.expires_at > ${now}
        order by s.lease_until limit ${count} for update skip locked))
    returning c.*`),
);

/** Requeues claimed messages whose lease has ended. */
export async function releaseLapsed(work: Writer, sweep: Sweep): Promise<readonly StoredCommunication[]> {
  return (await work.executeAll(release(sweep))).map(communicationOf);
}

const holders = statement<{
  readonly bankId: string;
  readonly claimedBefore: Temporal.Instant;
  readonly mark: string;
}>()(({ bankId, mark, claimedBefore }) =>
  rawQuery(sql<{ owner: string }>`
    with held as (
      select distinct lease_owner as owner from correspondence.communication
       where bank_id = ${bankId} and ${isSending('communication')} and lease_until > '-infinity'
         and lease_owner is not null and starts_with(lease_owner, ${mark}) and modified_at < ${claimedBefore})
    select owner from held where not exists (
      select from pg_locks
       where locktype = 'advisory' and objsubid = 1
         and database = (select oid from pg_database where datname = current_database())
         and ((classid::bigint << 32) | objid::bigint) = hashtextextended(owner, 0))`),
);

/** Lists workers of Portico that hold leases but no liveness lock. */
export async function listDeadHolders(
  db: Reader,
  scope: { readonly bankId: string; readonly claimedBefore: Temporal.Instant; readonly mark: string },
): Promise<readonly string[]> {
  return (await db.rows(holders(scope))).map(({ owner }) => owner);
}

const releaseWorkers = statement<{
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly owners: readonly string[];
}>('write')(({ bankId, now, owners }) =>
  rawQuery(sql<CommunicationRow>`
      update correspondence.communication c
         set status = case when c.is_withdrawn then 'cancelled' else 'queued' end,
           settled_at = case when c.is_withdrawn then ${now}::timestamptz end,
           lease_owner = null, lease_until = null, row_version = c.row_version + 1, modified_at = ${now}
     where c.bank_id = ${bankId} and ${isSending('c')} and c.lease_until > '-infinity' and c.lease_owner = any (array(
         select owner from unnest(${owners}::text[]) as owner
          where pg_try_advisory_xact_lock(hashtextextended(owner, 0))))
      returning c.*`),
);

/** Requeues the messages of dead workers: a worker is dead if its liveness lock is free. */
export async function releaseDeadWorkers(
  work: Writer,
  released: { readonly bankId: string; readonly now: Temporal.Instant; readonly owners: readonly string[] },
): Promise<readonly StoredCommunication[]> {
  return (await work.executeAll(releaseWorkers(released))).map(communicationOf);
}

const deliverMailbox = statement<Sweep>('write')(({ bankId, count, now }) =>
  rawQuery(sql<CommunicationRow>`
    update correspondence.communication c
       set status = 'delivered', sent_at = ${now}, settled_at = ${now}, row_version = c.row_version + 1,
           modified_at = ${now}
     where c.bank_id = ${bankId} and c.communication_id = any (array(
       select q.communication_id from correspondence.communication q
        where q.bank_id = ${bankId} and q.medium = 'mailbox' and q.status = 'queued' and q.digest_key is null
          and q.due_at <= ${now} order by q.due_at limit ${count} for update skip locked))
    returning c.*`),
);

/** Updates the status of scheduled mailbox messages; the mailbox shows them from their time on. */
export async function settleMailbox(work: Writer, sweep: Sweep): Promise<readonly StoredCommunication[]> {
  return (await work.executeAll(deliverMailbox(sweep))).map(communicationOf);
}

const sweepable = statement<{ readonly bankId: string; readonly now: Temporal.Instant }>()(
  ({ bankId, now }) =>
    rawQuery(sql<{ found: boolean }>`
    select exists (select from correspondence.communication
                    where bank_id = ${bankId} and status in ('queued', 'sending') and expires_at <= ${now}
                      and (status = 'queued' or lease_until <= ${now}))
        or exists (select from correspondence.communication
                    where bank_id = ${bankId} and status = 'sending' and lease_until <= ${now})
        or exists (select from correspondence.communication
                    where bank_id = ${bankId} and medium = 'mailbox' and status = 'queued' and digest_key is null
                      and due_at <= ${now})
        or exists (select from correspondence.mailbox_message
                    where bank_id = ${bankId} and not is_notified and received_at <= ${now}) as found`),
);

/** Returns whether a sweep is needed; checked every second. */
export async function hasSweepable(db: Reader, bankId: string, now: Temporal.Instant): Promise<boolean> {
  return (await db.first(sweepable({ bankId, now })))?.found === true;
}

const markNotified = statement<Sweep>('write')(({ bankId, count, now }) =>
  rawQuery(sql<{ message_id: string; customer_number: string }>`
    update correspondence.mailbox_message m set is_notified = true
     where m.bank_id = ${bankId} and m.message_id = any (array(
       select u.message_id from correspondence.mailbox_message u
        where u.bank_id = ${bankId} and not u.is_notified and u.received_at <= ${now}
        order by u.received_at limit ${count} for update skip locked))
    returning m.message_id, m.customer_number`),
);

/** Lists mailbox messages whose time has come and whose event has not been emitted. */
export async function updateNotified(
  work: Writer,
  sweep: Sweep,
): Promise<readonly { readonly messageId: string; readonly customerNumber: string }[]> {
  const rows = await work.executeAll(markNotified(sweep));
  return rows.map((row) => ({ messageId: row.message_id, customerNumber: row.customer_number }));
}
