import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { BulkStatus } from '../domain/bulk.ts';
import { rawQuery } from './tables.ts';

interface BulkKey {
  readonly bankId: string;
  readonly bulkId: string;
}

interface NewBulk extends BulkKey {
  readonly organisationId: string;
  readonly requestId: string;
  readonly entries: number;
  readonly sealedPayees: Buffer;
  readonly now: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

const insert = statement<NewBulk>('write')((row) =>
  rawQuery(sql`
    insert into payee_verifications.bulk
      (bank_id, bulk_id, organisation_id, request_id, status, entries, sealed_payees, created_at, expires_at)
    values (${row.bankId}, ${row.bulkId}, ${row.organisationId}, ${row.requestId}, 'pending', ${row.entries},
            ${row.sealedPayees}, ${row.now}, ${row.expiresAt})`),
);

export function insertBulk(work: Writer, row: NewBulk): void {
  work.write(insert(row));
}

/** A list of payees. */
export interface BulkRow {
  readonly organisation_id: string;
  readonly request_id: string;
  readonly status: string;
  readonly sealed_payees: Buffer | null;
  readonly expires_at: Temporal.Instant;
}

const find = statement<BulkKey>()(({ bankId, bulkId }) =>
  rawQuery(sql<BulkRow>`
    select organisation_id, request_id, status, sealed_payees, expires_at
      from payee_verifications.bulk where bank_id = ${bankId} and bulk_id = ${bulkId}`),
);

export async function findBulk(db: Reader, key: BulkKey): Promise<BulkRow | undefined> {
  return db.first(find(key));
}

const list = statement<BulkKey>()(({ bankId, bulkId }) =>
  rawQuery(sql<{ place: string; sealed_result: Buffer }>`
    select place, sealed_result from payee_verifications.bulk_result
     where bank_id = ${bankId} and bulk_id = ${bulkId}`),
);

/** Lists the results so far, still encrypted, by their places. */
export async function listBulkResults(db: Reader, key: BulkKey): Promise<ReadonlyMap<number, Buffer>> {
  const rows = await db.rows(list(key));
  return new Map(rows.map(({ place, sealed_result: sealed }) => [Number(place), sealed]));
}

interface NewResults extends BulkKey {
  readonly places: readonly string[];
  readonly sealed: readonly Buffer[];
}

// A worker that was thought dead may have been there before.
const insertSome = statement<NewResults>('write')(({ bankId, bulkId, places, sealed }) =>
  rawQuery(sql<{ place: string }>`
    insert into payee_verifications.bulk_result (bank_id, bulk_id, place, sealed_result)
    select ${bankId}, bulk.bulk_id, one.place, one.sealed
      from payee_verifications.bulk, unnest(${places}::text[], ${sealed}::bytea[]) as one (place, sealed)
     where bulk.bank_id = ${bankId} and bulk.bulk_id = ${bulkId}
        on conflict (bank_id, bulk_id, place) do nothing
    returning place`),
);

/** Saves results; those that are there already stay. */
export async function insertBulkResults(db: Autocommit, rows: NewResults): Promise<void> {
  await db.executeAll(insertSome(rows));
}

const end = statement<BulkKey & { readonly status: BulkStatus }>('write')(({ bankId, bulkId, status }) =>
  rawQuery(sql<{ bulk_id: string }>`
    update payee_verifications.bulk set status = ${status}
     where bank_id = ${bankId} and bulk_id = ${bulkId} and status = 'pending'
    returning bulk_id`),
);

/** Ends a list, unless it has ended before. */
export async function endBulk(work: Writer, row: BulkKey & { readonly status: BulkStatus }): Promise<void> {
  await work.executeAll(end(row));
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}

const empty = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ bulk_id: string }>`
    with ended as (
      update payee_verifications.bulk set sealed_payees = null
       where bank_id = ${bankId} and ctid = any (array(
         select ctid from payee_verifications.bulk
          where bank_id = ${bankId} and expires_at < ${before} and sealed_payees is not null
          order by expires_at limit ${max} for update skip locked))
      returning bulk_id),
    removed as (
      delete from payee_verifications.bulk_result using ended
       where bulk_result.bank_id = ${bankId} and bulk_result.bulk_id = ended.bulk_id)
    select bulk_id from ended`),
);

/** Deletes payees and results of lists that have expired; returns of how many. */
export async function emptyExpiredBulks(db: Autocommit, criteria: RemovalCriteria): Promise<number> {
  return (await db.executeAll(empty(criteria))).length;
}

const removeOld = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ bulk_id: string }>`
    delete from payee_verifications.bulk where bank_id = ${bankId} and ctid = any (array(
      select ctid from payee_verifications.bulk
       where bank_id = ${bankId} and created_at < ${before} order by created_at limit ${max}
       for update skip locked))
    returning bulk_id`),
);

/** Deletes lists that ended long ago; returns how many. */
export async function deleteOldBulks(db: Autocommit, criteria: RemovalCriteria): Promise<number> {
  return (await db.executeAll(removeOld(criteria))).length;
}
