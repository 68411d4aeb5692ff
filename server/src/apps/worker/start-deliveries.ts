import { startBounceListener } from '#adapters/smtp/bounce-listener.ts';
import {
  type CorrespondencePorts,
  type Dispatcher,
  reportBounce,
  startDispatcher,
} from '#capabilities/correspondence/index.ts';
import type { Database } from '#platform/db/database.ts';
import { createEgress } from '#platform/egress/egress.ts';
import { Secret } from '#platform/kernel/secret.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Runtime } from '../runtime.ts';
import { textIn } from '../setting-files.ts';
import { channelPurposes, openChannels } from './delivery-channels.ts';
import { createLetterPrint } from './print-letter.ts';

/** Dependencies of deliveries. */
export interface DeliveryDeps {
  readonly app: Database;
  readonly worker: Database;
  readonly ports: CorrespondencePorts;
}

type ContextFor = (bankId: string) => Context & CorrespondencePorts;

/** Starts the configured deliveries. Returns undefined if no channel is configured. */
export async function startDeliveries(
  runtime: Runtime,
  { app, ports, worker }: DeliveryDeps,
): Promise<Dispatcher | undefined> {
  const { clock, config, log } = runtime;
  const { banks, baseUrl, delivery } = config;
  const egress = createEgress({ purposes: await channelPurposes(delivery) });
  const channels = await openChannels(delivery, { egress, clock, baseUrl, print: createLetterPrint(ports) });
  if (channels.length === 0) {
    await egress.close();
    return undefined;
  }
  const contextFor: ContextFor = (bankId) => ({
    ...systemContext({ ...runtime, app }, { job: 'deliveries', bankId, requestId: 'deliveries' }),
    ...ports,
  });
  const dispatcher = startDispatcher({ banks, channels, contextFor, database: worker, clock, log });
  const bounces = await startBounces(runtime, contextFor);
  return {
    async stop() {
      await bounces?.close();
      await dispatcher.stop();
      await Promise.all(channels.flatMap(({ common, codeChannel }) => [common.close(), codeChannel.close()]));
      await egress.close();
    },
  };
}

async function startBounces(
  { config, log }: Runtime,
  contextFor: ContextFor,
): Promise<{ close(): Promise<void> } | undefined> {
  const { banks, delivery } = config;
  const bounces = delivery.email?.bounces;
  if (bounces === undefined) return undefined;
  const { hostname, port } = new URL(`tcp://${bounces.listen}`);
  return startBounceListener({
    listen: { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) },
    secret: new Secret(await textIn(bounces.key)),
    domain: bounces.domain,
    log,
    async onReport(report) {
      // The address does not contain the bank; the bank that knows the message records the report.
      for (const bankId of banks) {
        if ((await reportBounce(contextFor(bankId), report)) === 'entered') return;
      }
    },
  });
}
