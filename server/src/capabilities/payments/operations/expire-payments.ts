import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import { applyEvent, auditChange } from '../steps/apply-event.ts';
import { listExpiredIds } from '../store/due-payments.store.ts';
import { lockPaymentHead } from '../store/payments.store.ts';

const listMax = 200;

/** Rejects payments that were not approved in time. No decision depends on it, because every reader checks the time as well. */
export async function expirePayments(ctx: Context): Promise<number> {
  const { bankId, clock, db } = ctx;
  const rows = await openRowWork(ctx, 'expire-payments');
  let [count, last] = [0, listMax];
  while (last >= listMax) {
    const ids = await listExpiredIds(db, { bankId, now: clock.now(), listMax, except: rows.waiting() });
    const done = await rows.forEach({ keys: ids, areAll: ids.length < listMax }, (paymentId) =>
      expirePayment(ctx, paymentId),
    );
    count += done;
    last = done === 0 ? 0 : ids.length;
  }
  return count;
}

async function expirePayment(ctx: Context, paymentId: string): Promise<void> {
  const { bankId } = ctx;
  await runCommand(ctx, async (work) => {
    const head = await lockPaymentHead(work, { bankId, paymentId });
    if (head === undefined) throw new Error(`payment ${paymentId} is gone`);
    const after = applyEvent(ctx, work, { head, event: { kind: 'expired' } });
    auditChange(work, head, after ?? head);
  });
}
