import type { Database } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Runtime } from '../runtime.ts';

/** What a command of the program gives its operations: as Portico itself, under the command's name, in one bank. */
export function commandContext(app: Database, command: string, bankId: string): Context {
  return systemContext({ app, ...ownParts() }, { job: command, bankId, requestId: command });
}

/** What the ports of capabilities are made from in a command. */
export function commandDeps(config: Runtime['config']): Pick<Runtime, 'clock' | 'config' | 'ids' | 'log'> {
  return { config, ...ownParts() };
}

function ownParts(): Pick<Runtime, 'clock' | 'ids' | 'log'> {
  return { clock: systemClock, ids: systemIds(systemClock), log: createLogger({ level: 'warn' }) };
}
