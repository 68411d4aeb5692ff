import { type PaymentsPorts, submitDueBulks } from '#capabilities/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Loop } from '#platform/work/loop.ts';
import type { Runtime } from '../runtime.ts';
import { startBankLoops } from './start-bank-loops.ts';

const idleMs = 500;
const failedMsMax = 5_000;

/** Starts submitting approved bulks. Apart from single payments: an instant payment must not wait for a chunk. */
export function startSubmittingBulks(
  runtime: Runtime,
  { app, ports }: { readonly app: Database; readonly ports: PaymentsPorts },
): readonly Loop[] {
  return startBankLoops(runtime, app, {
    name: 'submit-bulks',
    idleMs,
    failedMsMax,
    run: (context) => submitDueBulks({ ...context, ...ports }),
  });
}
