import type { Database } from '#platform/db/database.ts';
import type { Context } from '#platform/work/context.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Runtime } from '../runtime.ts';

/** Work that is repeated for each bank with a core. */
export interface CoreWork {
  /** Stable: metrics and the audit trail have it. */
  readonly name: string;
  readonly idleMs: number;
  /** Longest wait after failures. */
  readonly failedMsMax: number;
  /** Returns how much it did. */
  readonly run: (context: Context) => Promise<number>;
}

/** Starts a loop for each bank with a core, so that a core that is away delays no other. */
export function startCoreLoops(
  runtime: Runtime,
  app: Database,
  { failedMsMax, idleMs, name, run }: CoreWork,
): readonly Loop[] {
  const { config, log } = runtime;
  return Object.keys(config.cores).map((bankId) =>
    startLoop({
      name,
      idleMs,
      failedMsMax,
      log,
      step: () => run(systemContext({ ...runtime, app }, { job: name, bankId, requestId: name })),
    }),
  );
}
