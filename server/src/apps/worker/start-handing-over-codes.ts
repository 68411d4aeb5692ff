import { type AuthorizationPorts, handOverCodes } from '#capabilities/authorization/index.ts';
import type { Database } from '#platform/db/database.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Foundation } from '../foundation.ts';

/** Somebody waits for a code with the phone in hand. */
const idleMs = 100;

/** Hands one-time passwords over to delivery as soon as they were asked for. */
export function startHandingOverCodes(
  foundation: Foundation,
  { app, ports }: { readonly app: Database; readonly ports: AuthorizationPorts },
): Loop {
  const { banks } = foundation.config;
  const name = 'hand-over-codes';
  return startLoop({
    name,
    idleMs,
    log: foundation.log,
    step: async () => {
      const counts = await Promise.all(
        banks.map((bankId) => {
          const context = systemContext({ ...foundation, app }, { job: name, bankId, requestId: name });
          return handOverCodes({ ...context, ...ports });
        }),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
  });
}
