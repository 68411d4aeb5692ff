import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

interface PurgeCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly count: number;
}

const findPurgeable = statement<Omit<PurgeCriteria, 'count'>>()(({ bankId, now }) =>
  rawQuery(sql<{ found: boolean }>`
    select exists (select from correspondence.content
                    where bank_id = ${bankId} and purge_at <= ${now}) as found`),
);

/** Returns whether anything must be purged; checked every minute. */
export async function hasPurgeable(db: Reader, bankId: string, now: Temporal.Instant): Promise<boolean> {
  return (await db.first(findPurgeable({ bankId, now })))?.found === true;
}

const deleteContents = statement<PurgeCriteria>('write')(({ bankId, count, now }) =>
  rawQuery(sql<{ content_id: string }>`
    with gone as (
      delete from correspondence.content where bank_id = ${bankId} and content_id = any (array(
        select content_id from correspondence.content
         where bank_id = ${bankId} and purge_at <= ${now} order by purge_at limit ${count}
         for update skip locked))
      returning content_id),
    messages as (
      delete from correspondence.mailbox_message m using gone
       where m.bank_id = ${bankId} and m.content_id = gone.content_id),
    communications as (
      delete from correspondence.communication c using gone
       where c.bank_id = ${bankId} and c.content_id = gone.content_id and c.message_kind <> 'one-time-password')
    select content_id from gone`),
);

/** Purges content past its retention. The record that a code was sent stays; the code does not. */
export async function deleteExpiredContents(work: Writer, deletion: PurgeCriteria): Promise<number> {
  return (await work.executeAll(deleteContents(deletion))).length;
}

const deleteOldCodes = statement<PurgeCriteria>('write')(({ bankId, count, now }) =>
  rawQuery(sql<{ communication_id: string }>`
    delete from correspondence.communication c
     where c.bank_id = ${bankId} and c.communication_id = any (array(
       select o.communication_id from correspondence.communication o
        where o.bank_id = ${bankId} and o.message_kind = 'one-time-password' and o.created_at <= ${now}
        order by o.created_at limit ${count} for update skip locked))
    returning c.communication_id`),
);

/** Deletes the records of codes sent before this time. */
export async function deleteCodes(work: Writer, deletion: PurgeCriteria): Promise<number> {
  return (await work.executeAll(deleteOldCodes(deletion))).length;
}
