import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { AccessDay, ConsentDay } from '../domain/access-day.ts';
import type { ConsentKey } from './consents.store.ts';
import { rawQuery, tables } from './tables.ts';

interface SavedDays {
  readonly bankId: string;
  readonly consentIds: readonly string[];
  readonly days: readonly string[];
  readonly attended: readonly boolean[];
  readonly unattended: readonly boolean[];
}

/** In one order in every process, so that no two of them wait for each other; deleted consents are left out. */
const upsert = statement<SavedDays>('write')(({ attended, bankId, consentIds, days, unattended }) =>
  rawQuery(sql<never>`
    insert into consents.access_day as kept (bank_id, consent_id, accessed_on, is_attended, is_unattended)
    select c.bank_id, c.consent_id, d.accessed_on, d.is_attended, d.is_unattended
      from unnest(${consentIds}::uuid[], ${days}::date[], ${attended}::boolean[], ${unattended}::boolean[])
             as d (consent_id, accessed_on, is_attended, is_unattended)
      join consents.consent c on c.bank_id = ${bankId} and c.consent_id = d.consent_id
     order by c.consent_id, d.accessed_on
    on conflict (bank_id, consent_id, accessed_on) do update
       set is_attended = kept.is_attended or excluded.is_attended,
           is_unattended = kept.is_unattended or excluded.is_unattended
     where (excluded.is_attended and not kept.is_attended)
        or (excluded.is_unattended and not kept.is_unattended)`),
);

/** Saves days of reads; what is known of a day stays. */
export async function upsertAccessDays(
  db: Autocommit,
  bankId: string,
  days: readonly ConsentDay[],
): Promise<void> {
  await db.execute(
    upsert({
      bankId,
      consentIds: days.map(({ consentId }) => consentId),
      days: days.map(({ day }) => day.toString()),
      attended: days.map(({ isAttended }) => isAttended),
      unattended: days.map(({ isUnattended }) => isUnattended),
    }),
  );
}

const ofConsent = statement<ConsentKey & { readonly listMax: number }>()(({ bankId, consentId, listMax }) =>
  tables
    .selectFrom('access_day')
    .select(['accessed_on', 'is_attended', 'is_unattended'])
    .where('bank_id', '=', bankId)
    .where('consent_id', '=', consentId)
    .orderBy('accessed_on', 'desc')
    .limit(listMax),
);

/** Lists the days of reads under a consent, the newest first. */
export async function listAccessDays(
  db: Reader,
  criteria: ConsentKey & { readonly listMax: number },
): Promise<readonly AccessDay[]> {
  return (await db.rows(ofConsent(criteria))).map((row) => ({
    day: row.accessed_on,
    isAttended: row.is_attended,
    isUnattended: row.is_unattended,
  }));
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.PlainDate;
  readonly max: number;
}

const removeOld = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ consent_id: string }>`
    delete from consents.access_day where bank_id = ${bankId} and ctid = any (array(
      select ctid from consents.access_day
       where bank_id = ${bankId} and accessed_on < ${before} order by accessed_on limit ${max}
         for update skip locked))
    returning consent_id`),
);

/** Deletes days that are over for as long as a consent is kept; returns how many. */
export async function deleteOldDays(work: Writer, criteria: RemovalCriteria): Promise<number> {
  return (await work.executeAll(removeOld(criteria))).length;
}
