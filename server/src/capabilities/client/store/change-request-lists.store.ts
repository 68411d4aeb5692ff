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
  rawQuery(sql<{ change_request_id: string }>`
    select change_request_id from client.change_request
     where bank_id = ${bankId} and closed_at is null and expires_at <= ${now}
       and change_request_id::text not in (select unnest(${except}::text[]))
     order by expires_at limit ${limit}`),
);

/** Lists open requests whose time is over. */
export async function listOverdueRequests(db: Reader, due: Due): Promise<readonly string[]> {
  return (await db.rows(overdue(due))).map((row) => row.change_request_id);
}

/** A request that waits for a review, without its value. */
export interface ReviewedRequest {
  readonly change_request_id: string;
  readonly customer_number: string;
  readonly kind: string;
  readonly created_at: Temporal.Instant;
  readonly expires_at: Temporal.Instant;
}

const inReview = statement<{
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly limit: number;
}>()(({ bankId, limit, now }) =>
  rawQuery(sql<ReviewedRequest>`
      select change_request_id, customer_number, kind, created_at, expires_at from client.change_request
       where bank_id = ${bankId} and state = 'in-review' and expires_at > ${now}
       order by created_at limit ${limit}`),
);

/** Lists requests that wait for a review, oldest first. */
export async function listInReview(
  db: Reader,
  key: { readonly bankId: string; readonly now: Temporal.Instant; readonly limit: number },
): Promise<readonly ReviewedRequest[]> {
  return db.rows(inReview(key));
}

interface Old {
  readonly bankId: string;
  readonly before: Temporal.Instant;
}

const deleteOld = statement<Old>('write')(({ bankId, before }) =>
  rawQuery(sql<{ count: number }>`
    with old as (
      select change_request_id from client.change_request
       where bank_id = ${bankId} and closed_at is not null and closed_at < ${before}
       order by closed_at limit ${cleanUpLimit}),
    gone as (
      delete from client.change_request r using old
       where r.bank_id = ${bankId} and r.change_request_id = old.change_request_id returning 1)
    select count(*)::int as count from gone`),
);

/** Deletes requests that were closed long ago; returns how many. */
export async function deleteOldRequests(work: Writer, old: Old): Promise<number> {
  return (await work.execute(deleteOld(old)))?.count ?? 0;
}

const deleteOf = statement<{ readonly bankId: string; readonly customerNumber: string }>('write')(
  ({ bankId, customerNumber }) =>
    rawQuery(sql`
      delete from client.change_request where bank_id = ${bankId} and customer_number = ${customerNumber}`),
);

export function deleteRequestsOf(
  work: Writer,
  key: { readonly bankId: string; readonly customerNumber: string },
): void {
  work.write(deleteOf(key));
}

interface Renamed {
  readonly bankId: string;
  readonly customerNumber: string;
  readonly survivor: string;
}

const rename = statement<Renamed>('write')(({ bankId, customerNumber, survivor }) =>
  rawQuery(sql`
    update client.change_request set customer_number = ${survivor}
     where bank_id = ${bankId} and customer_number = ${customerNumber} and closed_at is not null`),
);

/** Moves the closed requests of a merged customer; the open ones are cancelled before. */
export function renameRequests(work: Writer, renamed: Renamed): void {
  work.write(rename(renamed));
}
