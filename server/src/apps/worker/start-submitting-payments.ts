import { type PaymentsPorts, submitDuePayments } from '#capabilities/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Loop } from '#platform/work/loop.ts';
import type { Runtime } from '../runtime.ts';
import { startBankLoops } from './start-bank-loops.ts';

/** An instant payment has ten seconds in all. */
const idleMs = 250;
const failedMsMax = 5_000;

/** Starts submitting approved payments. */
export function startSubmittingPayments(
  runtime: Runtime,
  { app, ports }: { readonly app: Database; readonly ports: PaymentsPorts },
): readonly Loop[] {
  return startBankLoops(runtime, app, {
    name: 'submit-payments',
    idleMs,
    failedMsMax,
    run: (context) => submitDuePayments({ ...context, ...ports }),
  });
}
