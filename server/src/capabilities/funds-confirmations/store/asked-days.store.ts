import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery, tables } from './tables.ts';

interface AskedDay {
  readonly bankId: string;
  readonly consentId: string;
  readonly day: Temporal.PlainDate;
}

// A second question of a day writes nothing. A consent that was erased meanwhile leaves no day.
const insert = statement<AskedDay>('write')(({ bankId, consentId, day }) =>
  rawQuery(sql<{ consent_id: string }>`
    insert into funds_confirmations.asked_day (bank_id, consent_id, asked_on)
    select bank_id, consent_id, ${day}::date from funds_confirmations.consent
     where bank_id = ${bankId} and consent_id = ${consentId}
    on conflict do nothing returning consent_id`),
);

/** Notes that a third party asked on a day. */
export async function insertAskedDay(db: Autocommit, day: AskedDay): Promise<void> {
  await db.execute(insert(day));
}

interface DaysCriteria {
  readonly bankId: string;
  readonly consentId: string;
  readonly listMax: number;
}

const rowsOfConsent = statement<DaysCriteria>()(({ bankId, consentId, listMax }) =>
  tables
    .selectFrom('asked_day')
    .select('asked_on')
    .where('bank_id', '=', bankId)
    .where('consent_id', '=', consentId)
    .orderBy('asked_on', 'desc')
    .limit(listMax),
);

/** Lists the days on which a third party asked under a consent, the newest first. */
export async function listAskedDays(
  db: Reader,
  criteria: DaysCriteria,
): Promise<readonly Temporal.PlainDate[]> {
  return (await db.rows(rowsOfConsent(criteria))).map((row) => row.asked_on);
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.PlainDate;
  readonly max: number;
}

const removeOld = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ consent_id: string }>`
    delete from funds_confirmations.asked_day where bank_id = ${bankId} and ctid = any (array(
      select ctid from funds_confirmations.asked_day
       where bank_id = ${bankId} and asked_on < ${before} order by asked_on limit ${max} for update skip locked))
    returning consent_id`),
);

/** Deletes days before a day; returns how many. */
export async function deleteOldDays(work: Writer, criteria: RemovalCriteria): Promise<number> {
  return (await work.executeAll(removeOld(criteria))).length;
}
