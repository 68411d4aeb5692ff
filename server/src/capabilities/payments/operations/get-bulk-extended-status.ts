import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { loadOwnPayment, type NamedPayment } from '../steps/load-payment.ts';
import { withEntryState } from '../steps/read-bulk-state.ts';
import { type StoppedEntry, stoppedEntriesOf } from '../steps/stopped-entries.ts';
import { findSealedPayment, type PaymentHead } from '../store/payments.store.ts';

/** The status of a bulk with the transfers that were rejected or cancelled. */
export interface ExtendedStatus {
  readonly head: PaymentHead;
  readonly stopped: readonly StoppedEntry[];
}

/** Returns the status of a bulk of JSON with each rejected transfer. SPEC xs2a-2026 1.1, 1.4 */
export async function getBulkExtendedStatus(
  ctx: Context & PaymentsPorts,
  named: NamedPayment,
): Promise<ExtendedStatus> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const loaded = await loadOwnPayment(ctx, named);
  if (loaded.format !== 'json') throw problems['bulk-document']();
  const head = await withEntryState(db, bankId, loaded);
  const sealed = await findSealedPayment(db, vault, { bankId, paymentId: head.paymentId });
  if (sealed === undefined) throw problems['payment-unknown']();
  return { head, stopped: await stoppedEntriesOf({ bankId, db, vault }, sealed.openBulk()) };
}
