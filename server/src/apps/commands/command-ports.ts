import type { Config } from '#platform/config/load-config.ts';
import type { Database } from '#platform/db/database.ts';
import { buildPorts, type ProductPorts } from '../compose/build-ports.ts';
import { requireProductKeys } from '../product-keys.ts';
import { commandDeps } from './command-context.ts';

/** Ports of the product, opened for a command. Disposing closes them and their keys. */
export interface CommandPorts extends AsyncDisposable {
  readonly ports: ProductPorts;
}

/** Opens the keys of the banks and the ports of all capabilities. */
export async function openCommandPorts(config: Config, app: Database): Promise<CommandPorts> {
  const deps = commandDeps(config);
  const productKeys = await requireProductKeys(deps, app);
  const ports = await buildPorts(deps, { database: app, productKeys });
  return {
    ports,
    async [Symbol.asyncDispose]() {
      await ports.close();
      await productKeys.close();
    },
  };
}
