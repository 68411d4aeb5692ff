import { createHttpStatusSender } from '#adapters/tpp-http/http-status-sender.ts';
import {
  callTimeoutMs,
  type Deliverer,
  pauseSeconds,
  retryWaitsSeconds,
  startDeliverer,
  type TppNotificationsPorts,
} from '#capabilities/tpp-notifications/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Database } from '#platform/db/database.ts';
import { createEgress, type EgressOptions } from '#platform/egress/egress.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';
import { createNameResolver } from '#platform/egress/name-resolver.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { systemContext } from '#platform/work/system-context.ts';
import type { Runtime } from '../runtime.ts';
import { textIn } from '../setting-files.ts';

const purpose = 'tpp-notifications';
const job = 'send-notifications';
/** Enough for any message, and more than is read of a response. */
const bodyMaxBytes = 16_384;

/** Starts sending changes of status to third parties. */
export async function startNotifyingThirdParties(
  runtime: Runtime,
  { app, ports }: { readonly app: Database; readonly ports: TppNotificationsPorts },
): Promise<Deliverer> {
  const { config, log } = runtime;
  const { tppNotifications: setting } = config;
  const egress = createEgress({ purposes: { [purpose]: await policyOf(setting) }, ...resolverFor(setting) });
  const deliverer = startDeliverer({
    banks: config.banks,
    log,
    sender: createHttpStatusSender({ egress, purpose }),
    pauseSeconds: setting.pauseSeconds ?? pauseSeconds,
    waitsSeconds: setting.retrySeconds ?? retryWaitsSeconds,
    contextFor: (bankId) => ({
      ...systemContext({ ...runtime, app }, { job, bankId, requestId: job }),
      ...ports,
    }),
  });
  return {
    async stop() {
      await deliverer.stop();
      await egress.close();
    },
  };
}

/**
 * Third parties choose the names, and may run their name servers. Internal hosts of a test environment are named by its
 * operator, and may stand in the hosts file.
 */
function resolverFor({ internal }: Config['tppNotifications']): Pick<EgressOptions, 'resolve'> {
  return internal === undefined ? { resolve: createNameResolver({ purpose }) } : {};
}

/**
 * Third parties name the addresses. Where private addresses are allowed, only the named hosts are: a third party could
 * let a name of its own lead anywhere inside.
 */
async function policyOf({
  ca,
  identity,
  internal,
  ports,
}: Config['tppNotifications']): Promise<EgressPolicy> {
  const clientCertificate = identity && {
    certificatePem: await textIn(identity.certificate),
    keyPem: new Secret(await textIn(identity.key)),
  };
  return omitUndefined({
    hosts: internal?.hosts ?? ['*'],
    allowPrivateAddresses: internal?.networks,
    ports,
    bodyMaxBytes,
    timeoutMs: callTimeoutMs,
    caPem: ca === undefined ? undefined : await textIn(ca),
    clientCertificate,
  });
}
