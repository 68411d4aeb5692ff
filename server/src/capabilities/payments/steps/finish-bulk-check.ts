import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type CheckedChunk, doubtsIn, totalResults } from '../domain/bulk-check.ts';
import { isUnsigned, isUnverified, type PaymentStatus } from '../domain/payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { deleteBulkCheck } from '../store/bulk-checks.store.ts';
import { replaceBulk } from '../store/bulk-payments.store.ts';
import { lockSealedPayment, type StoredBulk, updatePayment } from '../store/payments.store.ts';
import { applyEvent, auditChange } from './apply-event.ts';
import { summaryOf } from './checked-chunks.ts';
import { asOfNow } from './load-payment.ts';

type Ctx = Context & PaymentsPorts;

/**
 * Records the results of a bulk all of whose payees are verified, and ends the check. They change the order, so that a
 * proof that was begun for the order before is useless; an order that someone has signed keeps what was shown.
 */
export async function finishBulkCheck(ctx: Ctx, { bulk, paymentId }: StoredBulk): Promise<void> {
  const { bankId, clock, db, paymentsVault: vault } = ctx;
  const chunks = await summaryOf({ bankId, db, vault }, paymentId, bulk.count);
  if (chunks === undefined) throw new Error(`payment ${paymentId} has payees that are not verified`);
  await runCommand(ctx, async (work) => {
    const sealed = await lockSealedPayment(work, vault, { bankId, paymentId });
    if (sealed === undefined) throw new Error(`payment ${paymentId} is gone`);
    deleteBulkCheck(work, { bankId, paymentId });
    const now = clock.now();
    const head = asOfNow(sealed.head, now);
    const changed = withResults(sealed.openBulk(), head.status, chunks);
    if (changed === undefined) {
      auditChange(work, head, head);
      return;
    }
    replaceBulk(work, vault, bankId, changed);
    const event = { kind: 'verified', isMatch: doubtsIn(totalResults(chunks)) === 0 } as const;
    const after = applyEvent(ctx, work, { head, event });
    if (after === undefined) updatePayment(work, bankId, { head, now });
    auditChange(work, head, after ?? head);
  });
}

/** Returns the bulk with its results; undefined if it takes none any more. */
function withResults(
  stored: StoredBulk,
  status: PaymentStatus,
  chunks: readonly CheckedChunk[],
): StoredBulk | undefined {
  const { payeeCheck } = stored.bulk;
  if (payeeCheck === undefined || payeeCheck.chunks !== undefined || !isAwaited(status)) return undefined;
  return { ...stored, bulk: { ...stored.bulk, payeeCheck: { ...payeeCheck, chunks, isLate: true } } };
}

/** Whether results can still change the order. */
export function isAwaited(status: PaymentStatus): boolean {
  return isUnsigned(status) && (status === 'RVNC' || !isUnverified(status));
}
