import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { NamedAccount } from '../domain/single-payment.ts';
import { type PaymentRow, toStored } from './payment-rows.ts';
import type { PaymentsVault } from './payments-vault.ts';
import { rawQuery } from './tables.ts';

interface OwnerCriteria {
  readonly bankId: string;
  readonly owner: string;
  readonly listMax: number;
}

const executed = statement<OwnerCriteria>()(({ bankId, listMax, owner }) =>
  rawQuery(sql<PaymentRow>`
    select * from payments.payment
     where bank_id = ${bankId} and owner = ${owner} and status in ('ACSC', 'ACCC')
       and service in ('payments', 'standing-executions')
     order by created_at desc limit ${listMax}`),
);

/** Lists the accounts that the newest executed payments of a customer went to. */
export async function listPaidAccounts(
  db: Reader,
  vault: PaymentsVault,
  criteria: OwnerCriteria,
): Promise<readonly NamedAccount[]> {
  const rows = await db.rows(executed(criteria));
  return rows.map((row) => toStored(row, vault).payment.creditorAccount);
}
