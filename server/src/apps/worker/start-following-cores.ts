import { type CoreBankingPorts, followCore } from '#capabilities/core-banking/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Loop } from '#platform/work/loop.ts';
import type { Runtime } from '../runtime.ts';
import { startBankLoops } from './start-bank-loops.ts';

/** A customer who waits for a payment sees its result after at most this. */
const idleMs = 2_000;
const failedMsMax = 30_000;

/** Starts reading the changes of the cores. */
export function startFollowingCores(
  runtime: Runtime,
  { app, ports }: { readonly app: Database; readonly ports: CoreBankingPorts },
): readonly Loop[] {
  return startBankLoops(runtime, app, {
    name: 'follow-core',
    idleMs,
    failedMsMax,
    run: (context) => followCore({ ...context, ...ports }),
  });
}
