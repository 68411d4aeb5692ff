import { type AccountsPorts, openStatements, sendStatements } from '#capabilities/accounts/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Loop } from '#platform/work/loop.ts';
import type { Runtime } from '../runtime.ts';
import { startBankLoops } from './start-bank-loops.ts';

/** A month is due for days, so a minute more does not matter. */
const idleMs = 60_000;
const failedMsMax = 60_000;

/** Starts making statements of accounts. Apart from other work: those of a large bank take hours. */
export function startStatements(
  runtime: Runtime,
  { app, ports }: { readonly app: Database; readonly ports: AccountsPorts },
): readonly Loop[] {
  const waits = { idleMs, failedMsMax };
  return [
    ...startBankLoops(runtime, app, {
      name: 'open-statements',
      ...waits,
      run: (context) => openStatements({ ...context, ...ports }),
    }),
    ...startBankLoops(runtime, app, {
      name: 'send-statements',
      ...waits,
      run: (context) => sendStatements({ ...context, ...ports }),
    }),
  ];
}
