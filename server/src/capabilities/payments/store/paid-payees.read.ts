import { sql } from 'kysely';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { SinglePayment } from '../domain/single-payment.ts';
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

/** Who is paid, as the third party named it. */
export type NamedPayee = Pick<SinglePayment, 'creditorAccount' | 'creditorAgent'>;

/** Lists the payees of the newest executed payments of a customer. */
export async function listPaidPayees(
  db: Reader,
  vault: PaymentsVault,
  criteria: OwnerCriteria,
): Promise<readonly NamedPayee[]> {
  const rows = await db.rows(executed(criteria));
  return rows.map((row) => toStored(row, vault).payment);
}
