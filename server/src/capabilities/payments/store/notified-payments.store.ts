import { sql } from 'kysely';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { PaymentKey } from './payments.store.ts';
import { tables } from './tables.ts';

const update = statement<PaymentKey>('write')(({ bankId, paymentId }) =>
  tables
    .updateTable('payment')
    .set({ has_notifications: sql<boolean>`true` })
    .where('bank_id', '=', bankId)
    .where('payment_id', '=', paymentId),
);

/** Remembers that the third party named an address for changes of a payment. */
export function updateNotifiedPayment(work: Writer, key: PaymentKey): void {
  work.write(update(key), { rows: { count: 1, otherwise: standardProblems.conflict } });
}
