import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type ConsentHead, toHead } from './consent-rows.ts';
import { headColumns } from './consents.store.ts';
import { rawQuery, tables } from './tables.ts';

interface HeadsCriteria {
  readonly bankId: string;
  readonly consentIds: readonly string[];
}

const findHeadRows = statement<HeadsCriteria>()(({ bankId, consentIds }) =>
  tables
    .selectFrom('consent')
    .select(headColumns)
    .where('bank_id', '=', bankId)
    .where('consent_id', '=', sql<string>`any(${consentIds}::uuid[])`),
);

/** Lists the consents with these ids. */
export async function listHeads(db: Reader, criteria: HeadsCriteria): Promise<readonly ConsentHead[]> {
  return (await db.rows(findHeadRows(criteria))).map(toHead);
}

interface ExpiryCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
  readonly except: readonly string[];
}

const overdue = statement<ExpiryCriteria>()(({ bankId, except, listMax, now }) =>
  rawQuery(sql<{ consent_id: string }>`
    (select consent_id from consents.consent
      where bank_id = ${bankId} and status in ('received', 'partiallyAuthorised') and expires_at <= ${now}
        and consent_id not in (select unnest(${except}::uuid[]))
      order by expires_at limit ${listMax})
    union all
    (select consent_id from consents.consent
      where bank_id = ${bankId} and status = 'valid' and ends_at <= ${now}
        and consent_id not in (select unnest(${except}::uuid[]))
      order by ends_at limit ${listMax})
    limit ${listMax}`),
);

/** Lists consents that were not approved in time, and valid ones whose time is over. */
export async function listOverdueIds(db: Reader, criteria: ExpiryCriteria): Promise<readonly string[]> {
  return (await db.rows(overdue(criteria))).map((row) => row.consent_id);
}

const emptyRows = statement<HeadsCriteria>('write')(({ bankId, consentIds }) =>
  rawQuery(sql`
    update consents.consent set sealed_access = null
     where bank_id = ${bankId} and consent_id = any(${consentIds}::uuid[])
       and ended_at is not null and num_nulls(approved_at) = 1`),
);

/** Deletes what consents asked for that ended without an approval; they stay with their status. */
export function deleteContents(work: Writer, criteria: HeadsCriteria): void {
  work.write(emptyRows(criteria));
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}

const removeEnded = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ consent_id: string }>`
    with gone as (
      delete from consents.consent where bank_id = ${bankId} and consent_id in (
        select consent_id from consents.consent
         where bank_id = ${bankId} and ended_at < ${before} order by ended_at limit ${max} for update skip locked)
      returning consent_id),
    days as (
      delete from consents.access_day where bank_id = ${bankId} and consent_id in (select consent_id from gone))
    select consent_id from gone`),
);

/** Deletes consents that ended before a time, with the days of their reads; returns their ids. */
export async function deleteEndedConsents(
  work: Writer,
  criteria: RemovalCriteria,
): Promise<readonly string[]> {
  return (await work.executeAll(removeEnded(criteria))).map((row) => row.consent_id);
}
