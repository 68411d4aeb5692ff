import { type PaymentsPorts, submitDuePayments } from '#capabilities/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Runtime } from '../runtime.ts';

/** An instant payment has ten seconds in all. */
const idleMs = 250;
const failedMsMax = 5_000;

/** Starts submitting approved payments; each bank has a loop, so that a core that is away delays no other. */
export function startSubmittingPayments(
  runtime: Runtime,
  { app, ports }: { readonly app: Database; readonly ports: PaymentsPorts },
): readonly Loop[] {
  const { config, log } = runtime;
  const name = 'submit-payments';
  return Object.keys(config.cores).map((bankId) =>
    startLoop({
      name,
      idleMs,
      failedMsMax,
      log,
      step: () => {
        const context = systemContext({ ...runtime, app }, { job: name, bankId, requestId: name });
        return submitDuePayments({ ...context, ...ports });
      },
    }),
  );
}
