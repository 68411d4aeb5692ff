import { type AuthorizationPorts, dispatchCodes } from '#capabilities/authorization/index.ts';
import type { Database } from '#platform/db/database.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Runtime } from '../runtime.ts';

/** Somebody waits for a code with the phone in hand. */
const idleMs = 100;

/** Hands one-time passwords over to delivery as soon as they were asked for. */
export function startHandingOverCodes(
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
      // A bank that fails must not slow the others down; when all of them do, the loop waits longer.
      if (failed !== undefined && counts.length === 0) throw failed.reason;
      if (failed !== undefined) log.warn({ jobKind: name, error: failed.reason }, 'codes of a bank are late');
      return counts.reduce((sum, count) => sum + count, 0);
    },
  });
}
