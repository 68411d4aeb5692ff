import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isUnapproved } from '../domain/payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { applyEvent } from '../steps/apply-event.ts';
import { laterStart } from '../steps/later-start.ts';
import { asOfNow, loadOwnPayment, type NamedPayment } from '../steps/load-payment.ts';
import { resultsText } from '../steps/told-bulk-check.ts';
import { replaceBulk } from '../store/bulk-payments.store.ts';
import { lockSealedPayment, type PaymentHead, type StoredBulk } from '../store/payments.store.ts';
import type { ConfirmedPayee } from './confirm-payee.ts';

/**
 * Records that the payer wants to pay the payees of a bulk that did not match, as the third party says. From then on the
 * bulk takes authorisations. SPEC xs2a-2026 2.3
 */
export async function confirmBulkPayees(
  ctx: Context & PaymentsPorts,
  named: NamedPayment,
): Promise<ConfirmedPayee> {
  const { bankId, clock, paymentsVault: vault } = ctx;
  const { paymentId } = await loadOwnPayment(ctx, named);
  return runCommand(ctx, async (work) => {
    const sealed = await lockSealedPayment(work, vault, { bankId, paymentId });
    const locked = sealed?.openBulk();
    const check = locked?.bulk.payeeCheck;
    if (locked === undefined || check === undefined) throw problems['payee-not-confirmable']();
    const stored = asOfNow(locked, clock.now());
    const after = isRepeated(stored) ? stored : confirm(ctx, work, stored);
    work.audit({
      aggregateKind: 'payment',
      aggregateId: paymentId,
      changes: [
        { field: 'status', before: stored.status, after: after.status },
        { field: 'payees-confirmed', after: resultsText(check.chunks ?? []) },
      ],
    });
    return { named, status: after.status, start: laterStart(ctx, after) };
  });
}

function isRepeated({ bulk, status }: StoredBulk): boolean {
  return bulk.payeeCheck?.confirmedAt !== undefined && isUnapproved(status);
}

function confirm(ctx: Context & PaymentsPorts, work: Work, stored: StoredBulk): PaymentHead {
  const { bankId, clock, paymentsVault: vault } = ctx;
  const { payeeCheck } = stored.bulk;
  const after = applyEvent(ctx, work, { head: stored, event: { kind: 'payee-confirmed' } });
  if (after === undefined || payeeCheck === undefined) throw problems['payee-not-confirmable']();
  const confirmed = { ...payeeCheck, confirmedAt: clock.now().toString() };
  replaceBulk(work, vault, bankId, { ...stored, bulk: { ...stored.bulk, payeeCheck: confirmed } });
  return after;
}
