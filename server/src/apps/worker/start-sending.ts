import { correspondenceCapability } from '#capabilities/correspondence/index.ts';
import { tppNotificationsCapability } from '#capabilities/tpp-notifications/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { ProductPorts } from '../compose/build-ports.ts';
import type { Runtime } from '../runtime.ts';
import { startDeliveries } from './start-deliveries.ts';
import { startNotifyingThirdParties } from './start-notifying-third-parties.ts';

/** Starts sending messages, to customers and to third parties. */
export async function startSending(
  runtime: Runtime,
  { app, ports, worker }: { readonly app: Database; readonly worker: Database; readonly ports: ProductPorts },
): Promise<{ stop(): Promise<void> }> {
  const toCustomers = await startDeliveries(runtime, {
    app,
    worker,
    ports: ports.of(correspondenceCapability),
  });
  const toThirdParties = await startNotifyingThirdParties(runtime, {
    app,
    ports: ports.of(tppNotificationsCapability),
  });
  return {
    async stop() {
      await toCustomers?.stop();
      await toThirdParties.stop();
    },
  };
}
