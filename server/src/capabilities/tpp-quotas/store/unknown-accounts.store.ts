import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { rawQuery } from './tables.ts';

interface UnknownCriteria {
  readonly bankId: string;
  readonly organisationId: string;
  /** Numbers that were named before are not counted. */
  readonly since: Temporal.Instant;
}

interface UnknownAccount {
  readonly numberHash: Buffer;
  readonly askedAt: Temporal.Instant;
}

const findRows = statement<UnknownCriteria>()(({ bankId, organisationId, since }) =>
  rawQuery(sql<{ number_hash: Buffer; asked_at: Temporal.Instant }>`
    select one.number_hash, one.asked_at
      from tpp_quotas.unknown_account as known,
           unnest(known.number_hashes, known.asked_at) as one (number_hash, asked_at)
     where known.bank_id = ${bankId} and known.organisation_id = ${organisationId} and one.asked_at > ${since}
     order by one.asked_at`),
);

/** Lists the unknown numbers that a third party named, the earliest first. */
export async function listUnknownAccounts(
  db: Reader,
  criteria: UnknownCriteria,
): Promise<readonly UnknownAccount[]> {
  const rows = await db.rows(findRows(criteria));
  return rows.map((row) => ({ numberHash: row.number_hash, askedAt: row.asked_at }));
}

interface UnknownUse extends UnknownCriteria {
  readonly numberHash: Buffer;
  readonly now: Temporal.Instant;
  readonly numbersMax: number;
}

const useNumber = statement<UnknownUse>('write')((use) =>
  rawQuery(sql<{ numbers: number }>`
    insert into tpp_quotas.unknown_account as known
      (bank_id, organisation_id, number_hashes, asked_at, changed_at)
    values (${use.bankId}, ${use.organisationId}, array[${use.numberHash}::bytea], array[${use.now}::timestamptz],
            ${use.now})
    on conflict (bank_id, organisation_id) do update
       set (number_hashes, asked_at) = (
             select array_agg(kept.number_hash), array_agg(kept.at) from (
               select one.number_hash, one.at from unnest(known.number_hashes, known.asked_at) as one (number_hash, at)
                where one.at > ${use.since} and one.number_hash <> ${use.numberHash}
               union all select ${use.numberHash}, ${use.now}::timestamptz) as kept),
           changed_at = excluded.changed_at
     where (select count(*) from unnest(known.number_hashes, known.asked_at) as one (number_hash, at)
             where one.at > ${use.since} and one.number_hash <> ${use.numberHash}) < ${use.numbersMax}
    returning cardinality(number_hashes) as numbers`),
);

/** Counts an unknown number; returns false if too many others are counted. */
export async function consumeUnknownAccount(db: Autocommit, use: UnknownUse): Promise<boolean> {
  return (await db.execute(useNumber(use))) !== undefined;
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}

const removeRows = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ organisation_id: string }>`
    delete from tpp_quotas.unknown_account where bank_id = ${bankId} and ctid = any (array(
      select ctid from tpp_quotas.unknown_account
       where bank_id = ${bankId} and changed_at < ${before} order by changed_at limit ${max}
       for update skip locked))
    returning organisation_id`),
);

/** Deletes what no limit needs any more; returns how many rows. */
export async function deleteOldUnknownAccounts(db: Autocommit, criteria: RemovalCriteria): Promise<number> {
  return (await db.executeAll(removeRows(criteria))).length;
}
