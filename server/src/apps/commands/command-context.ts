import type { Database } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Runtime } from '../runtime.ts';

/** Returns the context of a command: it runs as the system, with the command's name, for one bank. */
export function commandContext(app: Database, command: string, bankId: string): Context {
  return systemContext({ app, ...ownParts() }, { job: command, bankId, requestId: command });
}

/** Returns the dependencies that a command creates the ports of capabilities from. */
export function commandDeps(config: Runtime['config']): Pick<Runtime, 'clock' | 'config' | 'ids' | 'log'> {
  return { config, ...ownParts() };
}

function ownParts(): Pick<Runtime, 'clock' | 'ids' | 'log'> {
  return { clock: systemClock, ids: systemIds(systemClock), log: createLogger({ level: 'warn' }) };
}
