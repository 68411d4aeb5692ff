import { monitoringCapability } from '#capabilities/monitoring/index.ts';
import { operationsNetwork } from '../operations-network.ts';
import { version } from '../release.ts';
import { compose } from './composition.ts';

/** The worker serves its probes itself, with checks of its own. */
export const monitoring = compose(monitoringCapability, {
  ports: async ({ api, runtime }) =>
    api && {
      health: api.health,
      operationsNetwork: operationsNetwork(runtime.config.operationsNetworks),
      version,
      measurements: api.metrics,
    },
});
