import { createClosedConnections } from '#platform/http/closed-connections.ts';
import { createConnectionGuard } from '#platform/http/connection-guard.ts';
import type { ConnectionGuard } from '#platform/http/listeners.ts';
import { createOpenRequests, type OpenRequests } from '#platform/http/open-requests.ts';
import { operationsNetwork } from '../operations-network.ts';
import type { Runtime } from '../runtime.ts';
import { createLanes, type Lanes } from './lanes.ts';

/** Limits of what clients may use of a process: slots, memory, open requests and connections. */
export interface ClientLimits {
  readonly lanes: Lanes;
  readonly openRequests: OpenRequests;
  readonly guard: ConnectionGuard;
}

/** Creates the limits of an API process; ADR 0048 gives the reasons. */
export function createClientLimits({ config, log, metrics }: Runtime): ClientLimits {
  const countClosed = createClosedConnections({ log, metrics });
  const operations = operationsNetwork(config.operationsNetworks);
  return {
    lanes: createLanes({ inFlightMax: config.inFlightMax, queueTimeMaxMs: config.queueTimeMaxMs }),
    openRequests: createOpenRequests({ perNetworkMax: config.openRequestsPerNetworkMax, countClosed }),
    guard: createConnectionGuard({
      perNetworkMax: config.connectionsPerNetworkMax,
      isExempt: (address) => operations.includes(address),
      countClosed,
    }),
  };
}
