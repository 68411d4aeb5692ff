import { isDatabaseUnavailable } from '#platform/db/failure.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { openRowWork } from '#platform/work/set-aside.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { leaseSeconds, submitPayment } from '../steps/submit-payment.ts';
import { claimDuePayments } from '../store/due-payments.store.ts';

const batchMax = 20;

/**
 * Takes up payments that are due, and returns how many. Each is released, submitted to the core and recorded; a worker
 * that dies in between leaves a payment that the next one takes up where it stands. One that fails delays no other.
 */
export async function submitDuePayments(ctx: Context & PaymentsPorts): Promise<number> {
  const { bankId, clock, cores, db } = ctx;
  const core = cores.find(bankId);
  if (core === undefined) return 0;
  const rows = await openRowWork(ctx, 'submit-payments');
  const now = clock.now();
  const claimed = await claimDuePayments(db, {
    bankId,
    now,
    until: now.add({ seconds: leaseSeconds }),
    listMax: batchMax,
    except: rows.waiting(),
  });
  const failures = new Map<string, unknown>();
  await Promise.all(
    claimed.map((paymentId) =>
      submitPayment(ctx, core, paymentId)
        .catch((error: unknown) => {
          // A lost connection says nothing about the payment, and an instant one cannot wait until rows are tried again.
          if (!isUnavailable(error)) throw error;
          return submitPayment(ctx, core, paymentId);
        })
        .catch((error: unknown) => void failures.set(paymentId, error)),
    ),
  );
  if (failures.size > 0)
    await rows.forEach({ keys: [...failures.keys()], areAll: false }, async (paymentId) => {
      throw failures.get(paymentId);
    });
  return claimed.length;
}

function isUnavailable(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof Problem && error.entry.kind === 'unavailable');
}
