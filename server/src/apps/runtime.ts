import { BlockList, isIPv6 } from 'node:net'; // oxlint-disable-line no-restricted-imports -- compares addresses, opens nothing
import type { OperationsNetwork } from '#capabilities/monitoring/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { type Clock, systemClock } from '#platform/kernel/clock.ts';
import { type Ids, systemIds } from '#platform/kernel/ids.ts';
import { createLogger, type Log } from '#platform/log/logger.ts';
import { createMetrics, type Metrics } from '#platform/log/metrics.ts';
import type { Tracing } from '#platform/log/request-span.ts';
import { startTracing } from '#platform/log/tracing.ts';
import { version } from './release.ts';
import { bankCrons, contracts } from './wiring.ts';

/** What every process of the product stands on. */
export interface Runtime {
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
}

const platformJobs = ['react', 'forget-answers', 'forget-reactions'];

export async function createRuntime(config: Config): Promise<Runtime> {
  const metrics = createMetrics({
    operationIds: [...contracts.map(({ operationId }) => operationId), 'none'],
    jobKinds: [...platformJobs, ...bankCrons.map(({ name }) => name)],
    bankIds: config.banks,
  });
  const log = createLogger({
    level: config.logLevel,
    base: { version },
    onDroppedField: metrics.logFieldDropped,
  });
  const tracing = await startTracing({
    exporterUrl: config.traceExporterUrl,
    serviceName: 'portico',
    version,
  });
  return { config, clock: systemClock, ids: systemIds(systemClock), log, metrics, tracing };
}

/** The networks from which details of this instance may be read. */
export function operationsNetwork(networks: readonly string[]): OperationsNetwork {
  const list = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list[family].addSubnet(address, Number(prefix), family);
  }
  return {
    includes(address) {
      if (address === undefined) return false;
      // A listener on all addresses sees IPv4 callers in IPv6 clothes.
      const plainAddress = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
      const family = isIPv6(plainAddress) ? 'ipv6' : 'ipv4';
      return list[family].check(plainAddress, family);
    },
  };
}
