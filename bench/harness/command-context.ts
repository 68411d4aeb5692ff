import type { Database } from '../../server/src/platform/db/database.ts';
import type { Clock } from '../../server/src/platform/kernel/clock.ts';
import { systemIds } from '../../server/src/platform/kernel/ids.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import type { Context } from '../../server/src/platform/work/context.ts';

export interface CommandContextOptions {
  readonly database: Database;
  readonly bankId: string;
  readonly clock: Clock;
  readonly operationId: string;
}

/** Shared, because a logger keeps an open file. */
const silence = createLogger({ level: 'fatal' });

/** Returns the context with which a run executes commands, as a job of the product does. */
export function commandContext({ database, bankId, clock, operationId }: CommandContextOptions): Context {
  return {
    database,
    db: database.forBank(bankId),
    bankId,
    clock,
    ids: systemIds(clock),
    caller: { kind: 'system', job: operationId, bankId },
    log: silence,
    origin: { operationId, requestId: operationId, sourceAddress: undefined },
    idempotency: undefined,
  };
}
