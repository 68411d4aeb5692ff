import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

interface ExpiryCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
  readonly except: readonly string[];
}

const expired = statement<ExpiryCriteria>()(({ bankId, except, listMax, now }) =>
  rawQuery(sql<{ payment_id: string }>`
    select payment_id from payments.payment
     where bank_id = ${bankId} and status in ('RCVD', 'PATC') and expires_at <= ${now}
       and payment_id not in (select unnest(${except}::uuid[]))
     order by expires_at limit ${listMax}`),
);

/** Lists payments that were not approved in time. */
export async function listExpiredIds(db: Reader, criteria: ExpiryCriteria): Promise<readonly string[]> {
  return (await db.rows(expired(criteria))).map((row) => row.payment_id);
}

interface ClaimCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly listMax: number;
  readonly except: readonly string[];
}

const claim = statement<ClaimCriteria>('write')(({ bankId, except, listMax, now, until }) =>
  rawQuery(sql<{ payment_id: string }>`
    update payments.payment set due_at = ${until}
     where bank_id = ${bankId} and payment_id in (
       select payment_id from payments.payment
        where bank_id = ${bankId} and due_at <= ${now}
          and payment_id not in (select unnest(${except}::uuid[]))
        order by due_at limit ${listMax} for update skip locked)
    returning payment_id`),
);

/**
 * Leases payments that are due, the longest waiting first: until the given time no other worker gets them. One that dies
 * loses its lease when that time has come.
 */
export async function claimDuePayments(db: Autocommit, criteria: ClaimCriteria): Promise<readonly string[]> {
  return (await db.executeAll(claim(criteria))).map((row) => row.payment_id);
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}

const removeEnded = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ payment_id: string }>`
    delete from payments.payment where bank_id = ${bankId} and payment_id in (
      select payment_id from payments.payment
       where bank_id = ${bankId} and ended_at < ${before} order by ended_at limit ${max} for update skip locked)
    returning payment_id`),
);

/** Deletes payments that ended before a time; returns their ids. */
export async function deleteEndedPayments(
  work: Writer,
  criteria: RemovalCriteria,
): Promise<readonly string[]> {
  return (await work.executeAll(removeEnded(criteria))).map((row) => row.payment_id);
}
