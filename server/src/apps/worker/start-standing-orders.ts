import { type PaymentsPorts, runStandingOrders, submitDueExecutions } from '#capabilities/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Loop } from '#platform/work/loop.ts';
import type { Runtime } from '../runtime.ts';
import { startBankLoops } from './start-bank-loops.ts';

/** A day of a standing order begins at midnight; nobody waits for the second. */
const idleMs = 5_000;
const failedMsMax = 30_000;

/** Starts executing standing orders and submitting their executions. Apart from single payments: on the first of a month many are due at once. */
export function startStandingOrders(
  runtime: Runtime,
  { app, ports }: { readonly app: Database; readonly ports: PaymentsPorts },
): readonly Loop[] {
  const waits = { idleMs, failedMsMax };
  return [
    ...startBankLoops(runtime, app, {
      name: 'run-standing-orders',
      ...waits,
      run: (context) => runStandingOrders({ ...context, ...ports }),
    }),
    ...startBankLoops(runtime, app, {
      name: 'submit-executions',
      ...waits,
      run: (context) => submitDueExecutions({ ...context, ...ports }),
    }),
  ];
}
