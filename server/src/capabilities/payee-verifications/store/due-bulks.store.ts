import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { rawQuery } from './tables.ts';

interface ClaimCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly listMax: number;
  readonly except: readonly string[];
}

// The oldest list of each third party counts, also while another worker has it: then the third party has had its turn. The
// recursion reads one row for each third party, however many lists wait.
const claim = statement<ClaimCriteria>('write')(({ bankId, except, listMax, now, until }) =>
  rawQuery(sql<{ bulk_id: string }>`
    with recursive oldest as (
      (select organisation_id, bulk_id from payee_verifications.bulk
        where bank_id = ${bankId} and status = 'pending' and bulk_id not in (select unnest(${except}::uuid[]))
        order by organisation_id, created_at, bulk_id limit 1)
      union all
      select of_next.organisation_id, of_next.bulk_id from oldest cross join lateral (
        select organisation_id, bulk_id from payee_verifications.bulk
         where bank_id = ${bankId} and status = 'pending' and organisation_id > oldest.organisation_id
           and bulk_id not in (select unnest(${except}::uuid[]))
         order by organisation_id, created_at, bulk_id limit 1) as of_next)
    update payee_verifications.bulk set due_at = ${until}
     where bank_id = ${bankId} and bulk_id = any(array(
       select bulk.bulk_id from oldest join payee_verifications.bulk
           on bulk.bank_id = ${bankId} and bulk.bulk_id = oldest.bulk_id
        where bulk.status = 'pending' and coalesce(bulk.due_at, bulk.created_at) <= ${now}
        order by coalesce(bulk.due_at, bulk.created_at) limit ${listMax} for update of bulk skip locked))
    returning bulk_id`),
);

/**
 * Leases lists that wait, one of each third party, the longest waiting first: until the given time no other worker gets
 * them.
 */
export async function claimDueBulks(db: Autocommit, criteria: ClaimCriteria): Promise<readonly string[]> {
  return (await db.executeAll(claim(criteria))).map((row) => row.bulk_id);
}

interface DueTime {
  readonly bankId: string;
  readonly bulkId: string;
  readonly dueAt: Temporal.Instant;
}

const postpone = statement<DueTime>('write')(({ bankId, bulkId, dueAt }) =>
  rawQuery(sql`
    update payee_verifications.bulk set due_at = ${dueAt}
     where bank_id = ${bankId} and bulk_id = ${bulkId} and status = 'pending'`),
);

/** Gives a list back, which comes after those that have waited longer. */
export async function postponeBulk(db: Autocommit, due: DueTime): Promise<void> {
  await db.execute(postpone(due));
}
