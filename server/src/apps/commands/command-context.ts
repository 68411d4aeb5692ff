import type { Database } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';

/** What a command of the program gives its operations: as Portico itself, under the command's name, in one bank. */
export function commandContext(app: Database, command: string, bankId: string): Context {
  const ground = {
    app,
    clock: systemClock,
    ids: systemIds(systemClock),
    log: createLogger({ level: 'warn' }),
  };
  return systemContext(ground, { job: command, bankId, requestId: command });
}
