import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { type CustomerStatus, customerStatuses } from '../domain/literals.ts';
import { tables } from './tables.ts';

interface PartyKey {
  readonly bankId: string;
  readonly partyNumber: string;
}

const find = statement<PartyKey>()(({ bankId, partyNumber }) =>
  tables
    .selectFrom('party')
    .select('customer_status')
    .where('bank_id', '=', bankId)
    .where('party_number', '=', partyNumber),
);

/** Returns the customer status of a party; undefined for an unknown number. */
export async function findCustomerStatus(db: Reader, key: PartyKey): Promise<CustomerStatus | undefined> {
  const row = await db.first(find(key));
  return customerStatuses.find((status) => status === row?.customer_status);
}
