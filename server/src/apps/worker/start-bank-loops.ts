import type { Database } from '#platform/db/database.ts';
import type { Context } from '#platform/work/context.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Runtime } from '../runtime.ts';

/** Work that is repeated for each bank. */
export interface BankWork {
  /** Stable: metrics and the audit trail have it. */
  readonly name: string;
  readonly idleMs: number;
  /** Longest wait after failures. */
  readonly failedMsMax: number;
  /** Those with a core unless given. */
  readonly banks?: readonly string[];
  /** Returns how much it did. */
  readonly run: (context: Context) => Promise<number>;
}

/** Starts a loop for each bank, so that a core that is away or another failure of one bank delays no other. */
export function startBankLoops(
  runtime: Runtime,
  app: Database,
  { banks = Object.keys(runtime.config.cores), failedMsMax, idleMs, name, run }: BankWork,
): readonly Loop[] {
  const { log } = runtime;
  return banks.map((bankId) =>
    startLoop({
      name,
      idleMs,
      failedMsMax,
      log,
      step: () => run(systemContext({ ...runtime, app }, { job: name, bankId, requestId: name })),
    }),
  );
}
