import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { rawQuery } from './tables.ts';

/** An account under a consent. */
export interface ReportedAccount {
  readonly bankId: string;
  readonly consentId: string;
  readonly resourceId: string;
}

/** The newest booked entry of a report, and the day of the report. */
export interface ReportMark {
  readonly reference: string;
  readonly day: Temporal.PlainDate;
}

const find = statement<ReportedAccount>()(({ bankId, consentId, resourceId }) =>
  rawQuery(sql<{ entry_reference: string; reported_on: Temporal.PlainDate }>`
    select entry_reference, reported_on from consents.report_mark
     where bank_id = ${bankId} and consent_id = ${consentId} and resource_id = ${resourceId}`),
);

export async function findReportMark(db: Reader, account: ReportedAccount): Promise<ReportMark | undefined> {
  const row = await db.first(find(account));
  return row && { reference: row.entry_reference, day: row.reported_on };
}

// A second report of a day in which nothing is new writes nothing: an upsert alone would lock the row.
const save = statement<ReportedAccount & ReportMark>('write')(
  ({ bankId, consentId, day, reference, resourceId }) =>
    rawQuery(sql<{ resource_id: string }>`
    insert into consents.report_mark as marked (bank_id, consent_id, resource_id, entry_reference, reported_on)
    select ${bankId}, ${consentId}::uuid, ${resourceId}, ${reference}, ${day}::date
     where not exists (select 1 from consents.report_mark
       where bank_id = ${bankId} and consent_id = ${consentId} and resource_id = ${resourceId}
         and entry_reference = ${reference} and reported_on = ${day})
    on conflict (bank_id, consent_id, resource_id)
      do update set entry_reference = excluded.entry_reference, reported_on = excluded.reported_on
      where marked.reported_on <= excluded.reported_on
    returning resource_id`),
);

/** Remembers the newest entry of a report. One that is older than what is remembered changes nothing. */
export async function saveReportMark(db: Autocommit, mark: ReportedAccount & ReportMark): Promise<void> {
  await db.execute(save(mark));
}
