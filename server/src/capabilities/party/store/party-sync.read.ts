import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { SyncPosition } from '../domain/party.ts';
import { selectRows } from './parties.store.ts';
import type { PartyRow } from './party-rows.ts';
import { rawQuery } from './tables.ts';

interface SyncCriteria {
  readonly bankId: string;
  readonly epoch: number;
  readonly transaction: bigint;
  readonly number: bigint;
  readonly limit: number;
}

// Changes of an open transaction are not visible yet, although their position may be lower than visible ones. Every
// open transaction has an id at or above the horizon, so everything below it is complete.
const list = statement<SyncCriteria>()((criteria) =>
  rawQuery(sql<PartyRow>`
    ${selectRows}
     where party.bank_id = ${criteria.bankId}
       and (party.sync_epoch, party.sync_transaction, party.sync_number)
             > (${criteria.epoch}::integer, ${criteria.transaction}::bigint, ${criteria.number}::bigint)
       and (party.sync_epoch < (select max(epoch) from party.sync_epoch)
         or party.sync_transaction < pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
     order by party.sync_epoch, party.sync_transaction, party.sync_number
     limit ${criteria.limit}`),
);

/**
 * Lists parties that changed after a position, ordered by their newest change. No change with a lower position can
 * appear later.
 */
export async function listChangedRows(
  db: Reader,
  bankId: string,
  { after, limit }: { readonly after: SyncPosition; readonly limit: number },
): Promise<readonly PartyRow[]> {
  return db.rows(list({ bankId, ...after, limit }));
}
