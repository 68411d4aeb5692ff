import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { type ConsentHead, toHead } from './consent-rows.ts';
import { headColumns } from './consents.store.ts';
import { tables } from './tables.ts';

interface OwnerCriteria {
  readonly bankId: string;
  readonly owner: string;
  readonly listMax: number;
}

const rowsOfOwner = statement<OwnerCriteria>()(({ bankId, listMax, owner }) =>
  tables
    .selectFrom('consent')
    .select(headColumns)
    .where('bank_id', '=', bankId)
    .where('owner', '=', owner)
    .orderBy('created_at', 'desc')
    .orderBy('consent_id')
    .limit(listMax),
);

/** Lists the consents to accounts of a customer, the newest first, without opening a seal. */
export async function listHeadsOfOwner(db: Reader, criteria: OwnerCriteria): Promise<readonly ConsentHead[]> {
  return (await db.rows(rowsOfOwner(criteria))).map(toHead);
}
