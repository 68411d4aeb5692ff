import assert from 'node:assert/strict';
import type { Config } from '#platform/config/load-config.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { createDocuments } from '#platform/documents/documents.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { systemIds, virtualShard } from '#platform/kernel/ids.ts';
import { once } from '#platform/kernel/once.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import { createLogger } from '#platform/log/logger.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { buildPorts, type ProductPorts } from '../compose/build-ports.ts';
import { type ProductKeys, requireProductKeys } from '../product-keys.ts';
import { type Resources, settingOf } from './need.ts';

/** One connection for the work, one for a lock, two for parallel reads. */
const poolSizeDefault = 4;

/** Dependencies of the resources of a command. */
export interface ResourceOptions extends Partial<Pick<Resources, 'onStopSignal'>> {
  /** The name of the command; its first word names its work in the audit trail. */
  readonly command: string;
  /** Warnings are dropped without it. Standard output belongs to the result. */
  readonly writeLog?: (text: string) => void;
  readonly poolSize?: number;
}

/** Opens databases, keys and ports at their first use. Disposing closes what was opened, the last one first. */
export function openResources(
  settings: Config | undefined,
  options: ResourceOptions,
): Resources & { [Symbol.asyncDispose](): Promise<void> } {
  const { command, onStopSignal = () => undefined, poolSize = poolSizeDefault } = options;
  const { writeLog = () => undefined } = options;
  const stack = new AsyncDisposableStack();
  const [job = command] = command.split(' ');
  const config = (): Config => {
    assert(settings !== undefined, `${command} declares that it needs no settings`);
    return settings;
  };
  const log = createLogger({ level: 'warn', destination: { write: writeLog } });
  const own = { clock: systemClock, ids: systemIds(systemClock), log };
  const connect = (url: Secret<string>): Database =>
    stack.use(openDatabase({ url: url.reveal(), poolSize, applicationName: `portico-${job}` }));
  const app = once(() => connect(config().databaseUrl));
  const keys = once(async (): Promise<ProductKeys> => {
    const opened = await requireProductKeys({ ...own, config: config() }, app());
    stack.defer(() => opened.close());
    return opened;
  });
  return {
    config,
    onStopSignal,
    app,
    worker: once(() => connect(settingOf(config(), 'databaseWorkerUrl'))),
    keys,
    async ports(capabilities): Promise<ProductPorts> {
      const parts = { database: app(), productKeys: await keys() };
      const runtime = { ...own, config: config(), documents: createDocuments() };
      const ports = await buildPorts(runtime, parts, capabilities);
      stack.defer(() => ports.close());
      return ports;
    },
    contextFor(bankId) {
      const requestId = own.ids.uuid(virtualShard(bankId, job));
      return systemContext({ ...own, app: app() }, { job, bankId, requestId });
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
