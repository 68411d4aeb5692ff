import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import { type CustomerStatus, customerStatuses } from '../domain/literals.ts';
import { rawQuery } from './tables.ts';

interface PartyKey {
  readonly bankId: string;
  readonly partyNumber: string;
}

/** What is recorded about the products of a party. */
export interface ProductStanding {
  readonly status: CustomerStatus;
  readonly isProductHeld: boolean;
}

const find = statement<PartyKey>()(({ bankId, partyNumber }) =>
  rawQuery(sql<{ customer_status: string; is_product_held: boolean }>`
    select party.customer_status, coalesce(screening.is_product_held, false) as is_product_held
      from party.party party
      left join party.screening screening
        on screening.bank_id = party.bank_id and screening.party_number = party.party_number
     where party.bank_id = ${bankId} and party.party_number = ${partyNumber} and party.record_state = 'live'`),
);

/** Returns what is recorded about the products of a party; undefined for an unknown, merged or erased one. */
export async function findProductStanding(db: Reader, key: PartyKey): Promise<ProductStanding | undefined> {
  const row = await db.first(find(key));
  const status = customerStatuses.find((known) => known === row?.customer_status);
  return status && { status, isProductHeld: row?.is_product_held ?? false };
}
