import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import type { PaymentHead } from '../store/payments.store.ts';
import { type BulkCreditors, bulkHoldOf } from './bulk-hold.ts';
import type { BulkOrder } from './bulk-order.ts';
import { releasePayment } from './release-payment.ts';

/** An approved bulk, all of whose transfers were found unchanged. */
export interface CheckedBulk {
  readonly order: BulkOrder;
  readonly owner: string;
  readonly creditors: BulkCreditors;
}

/** Releases an approved bulk for the core. Its signatures must cover exactly this order with all of its transfers. */
export function releaseBulk(
  ctx: Context & PaymentsPorts,
  checked: CheckedBulk,
): Promise<PaymentHead | undefined> {
  const { order, owner } = checked;
  return releasePayment(ctx, { order, owner, hold: (work) => bulkHoldOf(ctx, work, checked) });
}
