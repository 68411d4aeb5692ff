import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { cleanUpLimit } from './clean-up-batch.ts';
import { rawQuery } from './tables.ts';

interface Due {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly limit: number;
  readonly except: readonly string[];
}

const overdue = statement<Due>()(({ bankId, except, limit, now }) =>
  rawQuery(sql<{ action_id: string }>`
    select action_id from client.pending_action
     where bank_id = ${bankId} and closed_at is null and restricted_at is null and due_at <= ${now}
       and action_id::text not in (select unnest(${except}::text[]))
     order by due_at limit ${limit}`),
);

/** Lists pending actions that are past due and have no effect yet. */
export async function listOverdueActions(db: Reader, due: Due): Promise<readonly string[]> {
  return (await db.rows(overdue(due))).map((row) => row.action_id);
}

interface OthersOf {
  readonly bankId: string;
  readonly customerNumbers: readonly string[];
  /** The action that has just been done. */
  readonly except: string;
}

const otherOverdue = statement<OthersOf>()(({ bankId, customerNumbers, except }) =>
  rawQuery(sql<{ is_one: boolean }>`
    select exists (
      select from client.pending_action
       where bank_id = ${bankId} and customer_number = any(${customerNumbers}::text[]) and closed_at is null
         and restricted_at is not null and action_id <> ${except}) as is_one`),
);

/** Returns whether a client has another action that is past due and restricts it. */
export async function hasOtherOverdue(db: Reader, others: OthersOf): Promise<boolean> {
  return (await db.first(otherOverdue(others)))?.is_one === true;
}

interface Old {
  readonly bankId: string;
  readonly before: Temporal.Instant;
}

const deleteOld = statement<Old>('write')(({ bankId, before }) =>
  rawQuery(sql<{ count: number }>`
    with old as (
      select action_id from client.pending_action
       where bank_id = ${bankId} and closed_at is not null and closed_at < ${before}
       order by closed_at limit ${cleanUpLimit}),
    gone as (
      delete from client.pending_action a using old
       where a.bank_id = ${bankId} and a.action_id = old.action_id returning 1)
    select count(*)::int as count from gone`),
);

/** Deletes actions that were closed long ago; returns how many. */
export async function deleteOldActions(work: Writer, old: Old): Promise<number> {
  return (await work.execute(deleteOld(old)))?.count ?? 0;
}

interface OfCustomer {
  readonly bankId: string;
  readonly customerNumber: string;
}

const deleteOf = statement<OfCustomer>('write')(({ bankId, customerNumber }) =>
  rawQuery(sql`
    delete from client.pending_action where bank_id = ${bankId} and customer_number = ${customerNumber}`),
);

export function deleteActionsOf(work: Writer, key: OfCustomer): void {
  work.write(deleteOf(key));
}

interface Renamed extends OfCustomer {
  readonly survivor: string;
}

const rename = statement<Renamed>('write')(({ bankId, customerNumber, survivor }) =>
  rawQuery(sql`
    update client.pending_action a set customer_number = ${survivor}
     where a.bank_id = ${bankId} and a.customer_number = ${customerNumber} and not exists (
       select from client.pending_action o
        where o.bank_id = ${bankId} and o.customer_number = ${survivor} and o.kind = a.kind
          and o.reference = a.reference and coalesce(o.user_id, '') = coalesce(a.user_id, ''))`),
);

/** Moves the actions of a merged customer; those that the surviving one has as well are deleted. */
export function renameActions(work: Writer, renamed: Renamed): void {
  work.write(rename(renamed));
  work.write(deleteOf(renamed));
}
