import { type CoreBankingPorts, followCore } from '#capabilities/core-banking/index.ts';
import type { Database } from '#platform/db/database.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Runtime } from '../runtime.ts';

/** A customer who waits for a payment sees its result after at most this. */
const idleMs = 2_000;
const failedMsMax = 30_000;

/** Starts reading the changes of the cores; each bank has a loop, so that a core that is away delays no other. */
export function startFollowingCores(
  runtime: Runtime,
  { app, ports }: { readonly app: Database; readonly ports: CoreBankingPorts },
): readonly Loop[] {
  const { config, log } = runtime;
  const name = 'follow-core';
  return Object.keys(config.cores).map((bankId) =>
    startLoop({
      name,
      idleMs,
      failedMsMax,
      log,
      step: () => {
        const context = systemContext({ ...runtime, app }, { job: name, bankId, requestId: name });
        return followCore({ ...context, ...ports });
      },
    }),
  );
}
