import { readBanks } from '#capabilities/configuration/index.ts';
import type { Capability } from '#platform/capability/capability.ts';
import type { Database } from '#platform/db/database.ts';
import type { ProductKeys } from '../product-keys.ts';
import { capabilities, compositions } from '../wiring.ts';
import type { BuiltPorts } from './built-ports.ts';
import type { ApiParts, Composition, CompositionDeps, CompositionRuntime } from './composition.ts';

/** The ports of the capabilities that a process wants. */
export interface ProductPorts extends BuiltPorts {
  readonly deps: CompositionDeps;
  close(): Promise<void>;
}

interface PortParts {
  readonly database: Database;
  readonly productKeys: ProductKeys;
  readonly api?: ApiParts;
}

/**
 * Builds the ports of the wanted capabilities, and of those that they use; all of them by default. A capability may use
 * those that stand before it in the list.
 */
export async function buildPorts(
  runtime: CompositionRuntime,
  parts: PortParts,
  wanted: readonly Capability[] = capabilities,
): Promise<ProductPorts> {
  const deps = await depsFrom(runtime, parts);
  const { built, keep } = createBuiltPorts();
  const building = new Map<string, Promise<void>>();
  const closing: (() => Promise<void>)[] = [];
  const build = async (composition: Composition, position: number): Promise<void> => {
    const ports = await composition.ports(deps, {
      async of(capability) {
        await ensure(capability, position);
        return built.of(capability);
      },
    });
    if (ports === undefined) return;
    keep(composition.capability, ports);
    closing.push(async () => composition.close?.(ports));
  };
  const ensure = async ({ name }: Capability, before: number): Promise<void> => {
    const position = compositions.findIndex(({ capability }) => capability.name === name);
    const composition = compositions[position];
    if (composition === undefined || position >= before)
      throw new Error(`${name} is composed later, or not at all`);
    const started = building.get(name) ?? build(composition, position);
    building.set(name, started);
    await started;
  };
  for (const capability of wanted) await ensure(capability, compositions.length);
  return {
    ...built,
    deps,
    async close() {
      for (const close of closing.toReversed()) await close();
    },
  };
}

async function depsFrom(
  runtime: CompositionRuntime,
  { api, database, productKeys }: PortParts,
): Promise<CompositionDeps> {
  const { ring: keys, wrapping } = productKeys;
  const banks = await readBanks(database, runtime.config.banks);
  return {
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
        if (ports === undefined) throw new Error(`${capability.name} has no ports here`);
        return ports;
      },
    },
  };
}
