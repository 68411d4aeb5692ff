import type { Context } from '#platform/work/context.ts';
import { processTogether } from '#platform/work/process-together.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { runStandingOrder } from '../steps/run-standing-order.ts';
import { leaseSeconds } from '../steps/submit-payment.ts';
import { claimDueOrders } from '../store/standing-orders.store.ts';

/** On the first of a month many are due at once. */
const batchMax = 20;

/**
 * Takes up standing orders that are due, and returns how many. Each goes one step further. A worker that dies leaves an
 * order that the next one takes up where it stands; one that fails delays no other.
 */
export async function runStandingOrders(ctx: Context & PaymentsPorts): Promise<number> {
  const { bankId, clock, cores, db } = ctx;
  const core = cores.find(bankId);
  if (core === undefined) return 0;
  const rows = await openRowWork(ctx, 'run-standing-orders');
  const now = clock.now();
  const claimed = await claimDueOrders(db, {
    bankId,
    now,
    until: now.add({ seconds: leaseSeconds }),
    listMax: batchMax,
    except: rows.waiting(),
  });
  await processTogether(rows, claimed, (paymentId) => runStandingOrder(ctx, core, paymentId));
  return claimed.length;
}
