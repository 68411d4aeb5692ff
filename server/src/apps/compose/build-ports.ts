import { readBanks } from '#capabilities/configuration/index.ts';
import type { Capability } from '#platform/capability/capability.ts';
import type { Database } from '#platform/db/database.ts';
import type { ProductKeys } from '../product-keys.ts';
import { compositions } from '../wiring.ts';
import type { ApiParts, BuiltPorts, CompositionDeps, CompositionRuntime } from './composition.ts';

/** The ports of all capabilities. */
export interface ProductPorts extends BuiltPorts {
  readonly deps: CompositionDeps;
  close(): Promise<void>;
}

interface PortParts {
  readonly database: Database;
  readonly productKeys: ProductKeys;
  readonly api?: ApiParts;
}

/** Builds the ports of all capabilities in the order of the list: each one may use those before it. */
export async function buildPorts(
  runtime: CompositionRuntime,
  { api, database, productKeys }: PortParts,
): Promise<ProductPorts> {
  const { ring: keys, wrapping } = productKeys;
  const banks = await readBanks(database, runtime.config.banks);
  const deps: CompositionDeps = {
    runtime,
    database,
    keys,
    wrapping,
    api,
    bankOf(bankId) {
      const bank = banks.get(bankId);
      if (bank === undefined) throw new Error(`bank ${bankId} is not served here`);
      return bank;
    },
  };
  const { built, keep } = createBuiltPorts();
  const closing: (() => Promise<void>)[] = [];
  for (const composition of compositions) {
    const ports = await composition.ports(deps, built);
    if (ports === undefined) continue;
    keep(composition.capability, ports);
    closing.push(async () => composition.close?.(ports));
  }
  return {
    ...built,
    deps,
    async close() {
      for (const close of closing.toReversed()) await close();
    },
  };
}

function createBuiltPorts(): {
  readonly built: BuiltPorts;
  readonly keep: (capability: Capability, ports: object) => void;
} {
  const kept = new Map<string, object>();
  const find = <Ports extends object>({ name }: Capability<Ports>): Ports | undefined =>
    // oxlint-disable-next-line typescript/consistent-type-assertions -- kept under the capability they were built for
    kept.get(name) as Ports | undefined;
  return {
    keep: ({ name }, ports) => void kept.set(name, ports),
    built: {
      find,
      of(capability) {
        const ports = find(capability);
        if (ports === undefined)
          throw new Error(`${capability.name} has no ports here, or is composed later`);
        return ports;
      },
    },
  };
}
