import { type AuthorizationPorts, dispatchCodes } from '#capabilities/authorization/index.ts';
import type { Database } from '#platform/db/database.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Runtime } from '../runtime.ts';

/** Short, because a user waits for the code. */
const idleMs = 100;

/** Starts dispatching one-time passwords to delivery as soon as they are requested. */
export function startDispatchingCodes(
  runtime: Runtime,
  { app, ports }: { readonly app: Database; readonly ports: AuthorizationPorts },
): Loop {
  const { log } = runtime;
  const { banks } = runtime.config;
  const name = 'hand-over-codes';
  return startLoop({
    name,
    idleMs,
    log,
    step: async () => {
      const outcomes = await Promise.allSettled(
        banks.map((bankId) => {
          const context = systemContext({ ...runtime, app }, { job: name, bankId, requestId: name });
          return dispatchCodes({ ...context, ...ports });
        }),
      );
      const counts = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      // A bank that fails must not delay the others; if all fail, the loop waits longer.
      if (failed !== undefined && counts.length === 0) throw failed.reason;
      if (failed !== undefined)
        log.warn({ jobKind: name, error: failed.reason }, 'failed to dispatch codes of a bank');
      return counts.reduce((sum, count) => sum + count, 0);
    },
  });
}
