import { type PaymentsPorts, submitDueBulks, verifyBulkPayees } from '#capabilities/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Loop } from '#platform/work/loop.ts';
import type { Runtime } from '../runtime.ts';
import { startBankLoops } from './start-bank-loops.ts';

const idleMs = 500;
const failedMsMax = 5_000;

/**
 * Starts submitting approved bulks, and verifying the payees of new ones. Apart from single payments: an instant payment
 * must not wait for a chunk. Apart from lists of payees: a customer waits for a bulk.
 */
export function startBulks(
  runtime: Runtime,
  { app, ports }: { readonly app: Database; readonly ports: PaymentsPorts },
): readonly Loop[] {
  return [
    ...startBankLoops(runtime, app, {
      name: 'submit-bulks',
      idleMs,
      failedMsMax,
      run: (context) => submitDueBulks({ ...context, ...ports }),
    }),
    ...startBankLoops(runtime, app, {
      name: 'verify-bulk-payees',
      idleMs,
      failedMsMax,
      run: (context) => verifyBulkPayees({ ...context, ...ports }),
    }),
  ];
}
