import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { cleanUpLimit } from './clean-up-batch.ts';
import { rawQuery } from './tables.ts';

interface ExpiryCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
  readonly except: readonly string[];
}

const expired = statement<ExpiryCriteria>()(({ bankId, except, listMax, now }) =>
  rawQuery(sql<{ restriction_id: string }>`
    select restriction_id from client.restriction
     where bank_id = ${bankId} and state = 'active' and expires_at <= ${now}
       and restriction_id not in (select unnest(${except}::uuid[]))
     order by expires_at limit ${listMax}`),
);

/** Lists restrictions whose end has come and is not recorded. */
export async function listExpiredIds(db: Reader, criteria: ExpiryCriteria): Promise<readonly string[]> {
  return (await db.rows(expired(criteria))).map((row) => row.restriction_id);
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.Instant;
}

const removeEnded = statement<RemovalCriteria>('write')(({ bankId, before }) =>
  rawQuery(sql<{ restriction_id: string }>`
    delete from client.restriction where bank_id = ${bankId} and restriction_id in (
      select restriction_id from client.restriction
       where bank_id = ${bankId} and ended_at < ${before} order by ended_at limit ${cleanUpLimit} for update skip locked)
    returning restriction_id`),
);

/** Deletes restrictions that ended before a time; returns how many. */
export async function deleteEndedRestrictions(work: Writer, criteria: RemovalCriteria): Promise<number> {
  return (await work.executeAll(removeEnded(criteria))).length;
}

const removeClosed = statement<RemovalCriteria>('write')(({ bankId, before }) =>
  rawQuery(sql<{ report_id: string }>`
    delete from client.fraud_report where bank_id = ${bankId} and report_id in (
      select report_id from client.fraud_report
       where bank_id = ${bankId} and closed_at < ${before} order by closed_at limit ${cleanUpLimit} for update skip locked)
    returning report_id`),
);

/** Deletes fraud reports that were closed before a time; returns how many. */
export async function deleteClosedReports(work: Writer, criteria: RemovalCriteria): Promise<number> {
  return (await work.executeAll(removeClosed(criteria))).length;
}

interface ClientKey {
  readonly bankId: string;
  readonly clientNumber: string;
}

const removeOfClient = statement<ClientKey>('write')(({ bankId, clientNumber }) =>
  rawQuery(sql<{ id: string }>`
    with restrictions as (
      delete from client.restriction
       where bank_id = ${bankId} and client_number = ${clientNumber} returning restriction_id as id),
    reports as (
      delete from client.fraud_report
       where bank_id = ${bankId} and client_number = ${clientNumber} returning report_id as id)
    select id from restrictions union all select id from reports`),
);

/** Deletes restrictions and fraud reports of an erased client; returns how many. */
export async function deleteOfClient(work: Writer, key: ClientKey): Promise<number> {
  return (await work.executeAll(removeOfClient(key))).length;
}

type Merge = ClientKey & { readonly survivor: string };

const renameEnded = statement<Merge>('write')(({ bankId, clientNumber, survivor }) =>
  rawQuery(sql<never>`
    update client.restriction set client_number = ${survivor}
     where bank_id = ${bankId} and client_number = ${clientNumber} and state <> 'active'`),
);

const renameReports = statement<Merge>('write')(({ bankId, clientNumber, survivor }) =>
  rawQuery(sql<never>`
    update client.fraud_report set client_number = ${survivor}
     where bank_id = ${bankId} and client_number = ${clientNumber}`),
);

/** Gives ended restrictions and the fraud reports of a merged client to the surviving one. */
export function renameClient(work: Writer, merge: Merge): void {
  work.write(renameEnded(merge));
  work.write(renameReports(merge));
}
