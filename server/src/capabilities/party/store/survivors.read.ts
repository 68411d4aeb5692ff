import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery } from './tables.ts';

interface Numbers {
  readonly bankId: string;
  readonly partyNumbers: readonly string[];
}

/** Follows merges of merges; the limit only ends a cycle, which `mergeParties` does not allow. */
const mergesMax = sql.lit(100);

const survivors = statement<Numbers>()(({ bankId, partyNumbers }) =>
  rawQuery(sql<{ requested: string; party_number: string }>`
    with recursive line as (
      select party_number as requested, party_number, survivor_party_number, 1 as step from party.party
       where bank_id = ${bankId} and party_number = any(${partyNumbers}::text[])
      union all
      select line.requested, next.party_number, next.survivor_party_number, line.step + 1
        from line join party.party next
          on next.bank_id = ${bankId} and next.party_number = line.survivor_party_number
       where line.step < ${mergesMax})
    select distinct on (requested) requested, party_number from line order by requested, step desc`),
);

/** Returns for each known number the number of the surviving record. */
export async function listSurvivors(db: Reader, numbers: Numbers): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows(survivors(numbers));
  return new Map(rows.map(({ requested, party_number: survivor }) => [requested, survivor]));
}

const merged = statement<{ readonly bankId: string; readonly partyNumber: string }>()(
  ({ bankId, partyNumber }) =>
    rawQuery(sql<{ party_number: string }>`
      with recursive line as (
        select party_number, 1 as step from party.party
         where bank_id = ${bankId} and survivor_party_number = ${partyNumber}
        union all
        select before.party_number, line.step + 1
          from line join party.party before
            on before.bank_id = ${bankId} and before.survivor_party_number = line.party_number
         where line.step < ${mergesMax})
      select party_number from line`),
);

/** Lists the numbers of all records that were merged into a party, directly or through others. */
export async function listFormerNumbers(
  db: Reader,
  criteria: { readonly bankId: string; readonly partyNumber: string },
): Promise<readonly string[]> {
  return (await db.rows(merged(criteria))).map(({ party_number: number }) => number);
}

/** The unencrypted state of a record. */
export interface RecordRow {
  readonly record_state: string;
  readonly survivor_party_number: string | null;
  readonly individual_status: string | null;
}

const share = statement<{ readonly bankId: string; readonly partyNumber: string }>('lock')(
  ({ bankId, partyNumber }) =>
    rawQuery(sql<RecordRow>`
      select record_state, survivor_party_number, individual_status from party.party
       where bank_id = ${bankId} and party_number = ${partyNumber}
         for share`),
);

/** Locks a record against changes until the command ends; several commands may share this lock. */
export async function lockRecordShared(
  work: Writer,
  criteria: { readonly bankId: string; readonly partyNumber: string },
): Promise<RecordRow | undefined> {
  return work.lock(share(criteria));
}
