import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { CancellationRequest } from '../domain/cancellation.ts';
import type { PaymentTable } from './tables.generated.ts';
import { tables } from './tables.ts';

type CancellationRow = Pick<
  PaymentTable,
  'bank_id' | 'payment_id' | 'cancellation_id' | 'cancellation_until' | 'cancellation_approved_at'
>;

const update = statement<CancellationRow>('write')((row) =>
  tables
    .updateTable('payment')
    .set({
      cancellation_id: row.cancellation_id,
      cancellation_until: row.cancellation_until,
      cancellation_approved_at: row.cancellation_approved_at,
    })
    .where('bank_id', '=', row.bank_id)
    .where('payment_id', '=', row.payment_id),
);

/** Saves the requested cancellation of a locked payment. */
export function updateCancellation(
  work: Writer,
  { bankId, paymentId }: { readonly bankId: string; readonly paymentId: string },
  { approvedAt, cancellationId, until }: CancellationRequest,
): void {
  work.write(
    update({
      bank_id: bankId,
      payment_id: paymentId,
      cancellation_id: cancellationId,
      cancellation_until: until,
      cancellation_approved_at: approvedAt ?? null,
    }),
    { rows: { count: 1, otherwise: standardProblems.conflict } },
  );
}
