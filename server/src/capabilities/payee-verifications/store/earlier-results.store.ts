import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { rawQuery } from './tables.ts';

interface ResultKey {
  readonly bankId: string;
  readonly organisationId: string;
  readonly requestId: string;
}

/** The result of a verification, for payments that name it. */
export interface EarlierResult extends ResultKey {
  readonly ibanHash: Buffer;
  readonly nameHash: Buffer;
  readonly sealed: Buffer;
  readonly now: Temporal.Instant;
}

const upsert = statement<EarlierResult>('write')((row) =>
  rawQuery(sql<{ request_id: string }>`
    insert into payee_verifications.earlier_result
      (bank_id, organisation_id, request_id, iban_hash, name_hash, sealed_result, asked_at)
    values (${row.bankId}, ${row.organisationId}, ${row.requestId}, ${row.ibanHash}, ${row.nameHash}, ${row.sealed},
            ${row.now})
    on conflict (bank_id, organisation_id, request_id) do update
       set iban_hash = excluded.iban_hash, name_hash = excluded.name_hash,
           sealed_result = excluded.sealed_result, asked_at = excluded.asked_at
    returning request_id`),
);

/** Keeps a result. Of verifications under one request the last one counts. */
export async function upsertEarlierResult(db: Autocommit, row: EarlierResult): Promise<void> {
  await db.execute(upsert(row));
}

interface SoughtResult extends ResultKey {
  readonly ibanHash: Buffer;
  readonly nameHash: Buffer;
  readonly since: Temporal.Instant;
}

const find = statement<SoughtResult>()((sought) =>
  rawQuery(sql<{ sealed_result: Buffer }>`
    select sealed_result from payee_verifications.earlier_result
     where bank_id = ${sought.bankId} and organisation_id = ${sought.organisationId}
       and request_id = ${sought.requestId} and iban_hash = ${sought.ibanHash} and name_hash = ${sought.nameHash}
       and asked_at >= ${sought.since}`),
);

/** Finds the result of a verification of the same account and name. */
export async function findEarlierResult(db: Reader, sought: SoughtResult): Promise<Buffer | undefined> {
  return (await db.first(find(sought)))?.sealed_result;
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}

const removeOld = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ request_id: string }>`
    delete from payee_verifications.earlier_result where bank_id = ${bankId} and ctid = any (array(
      select ctid from payee_verifications.earlier_result
       where bank_id = ${bankId} and asked_at < ${before} order by asked_at limit ${max}
       for update skip locked))
    returning request_id`),
);

/** Deletes results that no payment can name any more; returns how many. */
export async function deleteEarlierResults(db: Autocommit, criteria: RemovalCriteria): Promise<number> {
  return (await db.executeAll(removeOld(criteria))).length;
}
