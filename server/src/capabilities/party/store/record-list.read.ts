import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { tables } from './tables.ts';

interface ListScope {
  readonly bankId: string;
  readonly after: string;
  readonly listMax: number;
}

const list = statement<ListScope>()(({ after, bankId, listMax }) =>
  tables
    .selectFrom('party')
    .select(['party_number', 'record_state'])
    .where('bank_id', '=', bankId)
    .where('party_number', '>', after)
    .orderBy('party_number')
    .limit(listMax),
);

/** A record of a party, merged and erased ones included. */
export interface ListedRecord {
  readonly partyNumber: string;
  readonly isErased: boolean;
}

/** Lists records by their numbers, from the one after a given number on. */
export async function listRecordsAfter(db: Reader, scope: ListScope): Promise<readonly ListedRecord[]> {
  const rows = await db.rows(list(scope));
  return rows.map(({ party_number: partyNumber, record_state: state }) => ({
    partyNumber,
    isErased: state === 'erased',
  }));
}
