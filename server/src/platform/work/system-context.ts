import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { Ids } from '#platform/kernel/ids.ts';
import type { Log } from '#platform/log/logger.ts';
import type { Context, OutcomeCounter } from './context.ts';

/** The dependencies of Portico's own work. */
export interface SystemDeps {
  /** Connected as the service: row-level security applies to jobs as to requests. */
  readonly app: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics?: OutcomeCounter | undefined;
}

/** Returns the context of internal work: a job or an event handler, for one bank. */
export function systemContext(
  deps: SystemDeps,
  work: { job: string; bankId: string; requestId: string },
): Context {
  const { app, clock, ids, log, metrics } = deps;
  const { bankId, job, requestId } = work;
  return {
    database: app,
    db: app.forBank(bankId),
    bankId,
    clock,
    ids,
    caller: { kind: 'system', job, bankId },
    log,
    origin: { operationId: job, requestId, sourceAddress: undefined },
    idempotency: undefined,
    metrics,
  };
}
