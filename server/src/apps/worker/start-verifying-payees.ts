import { answerDueBulks, type PayeeVerificationsPorts } from '#capabilities/payee-verifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Loop } from '#platform/work/loop.ts';
import type { Runtime } from '../runtime.ts';
import { startBankLoops } from './start-bank-loops.ts';

const idleMs = 500;
const failedMsMax = 5_000;

/** Starts verifying lists of payees. Apart from events: a list can take minutes, and must not occupy a slot for so long. */
export function startVerifyingPayees(
  runtime: Runtime,
  { app, ports }: { readonly app: Database; readonly ports: PayeeVerificationsPorts },
): readonly Loop[] {
  return startBankLoops(runtime, app, {
    name: 'answer-payee-lists',
    banks: runtime.config.banks,
    idleMs,
    failedMsMax,
    run: (context) => answerDueBulks({ ...context, ...ports }),
  });
}
