import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { type BasketHead, toHead } from './basket-rows.ts';
import type { BasketTable } from './tables.generated.ts';
import { rawQuery } from './tables.ts';

interface ExpiryCriteria {
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly listMax: number;
  readonly except: readonly string[];
}

const overdue = statement<ExpiryCriteria>()(({ bankId, except, listMax, now }) =>
  rawQuery(sql<{ basket_id: string }>`
    select basket_id from signing_baskets.basket
     where bank_id = ${bankId} and status in ('RCVD', 'PATC') and expires_at <= ${now}
       and basket_id not in (select unnest(${except}::uuid[]))
     order by expires_at limit ${listMax}`),
);

/** Lists open baskets whose time is over. */
export async function listOverdueIds(db: Reader, criteria: ExpiryCriteria): Promise<readonly string[]> {
  return (await db.rows(overdue(criteria))).map((row) => row.basket_id);
}

interface HeadsCriteria {
  readonly bankId: string;
  readonly basketIds: readonly string[];
}

const heads = statement<HeadsCriteria>()(({ bankId, basketIds }) =>
  rawQuery(sql<Selectable<BasketTable>>`
    select bank_id, basket_id, organisation_id, third_party_name, status, expires_at, ended_at, has_notifications,
           row_version, created_at, modified_at
      from signing_baskets.basket where bank_id = ${bankId} and basket_id = any(${basketIds}::uuid[])`),
);

/** Lists the baskets with these ids. */
export async function listHeads(db: Reader, criteria: HeadsCriteria): Promise<readonly BasketHead[]> {
  return (await db.rows(heads(criteria))).map(toHead);
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}

const removeEnded = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ basket_id: string }>`
    delete from signing_baskets.basket where bank_id = ${bankId} and basket_id = any(array(
      select basket_id from signing_baskets.basket
       where bank_id = ${bankId} and ended_at < ${before} order by ended_at limit ${max} for update skip locked))
    returning basket_id`),
);

/** Deletes baskets that ended before a time, with their members; returns their ids. */
export async function deleteEndedBaskets(
  work: Writer,
  criteria: RemovalCriteria,
): Promise<readonly string[]> {
  return (await work.executeAll(removeEnded(criteria))).map((row) => row.basket_id);
}
