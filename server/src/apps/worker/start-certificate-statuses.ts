import { certificateStatusPurpose } from '#platform/certificate-status/fetch-status.ts';
import { createStatusRefresh } from '#platform/certificate-status/refresh-statuses.ts';
import type { StatusServer } from '#platform/config/xs2a-settings.ts';
import type { Database } from '#platform/db/database.ts';
import { createEgress, type Egress } from '#platform/egress/egress.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import type { Runtime } from '../runtime.ts';

/** Short, because a third party waits for the status of a certificate that was not seen before. */
const idleMs = 100;
const failedMsMax = 30_000;
/** Lists of large issuers have several megabytes. */
const listBytesMax = 12 * 1024 * 1024;
const httpPort = 80;
const httpsPort = 443;

/** Of issuers: certificates name the hosts; private addresses are refused. */
const issuers: EgressPolicy = {
  hosts: ['*'],
  allowHttp: true,
  ports: [httpPort, httpsPort],
  bodyMaxBytes: listBytesMax,
  timeoutMs: 5_000,
};

/** Starts asking issuers about the certificates of third parties. */
export function startCertificateStatuses({ clock, config, log }: Runtime, worker: Database): Loop {
  const egress = openStatusEgress(config.certificateStatusServers);
  const refresh = createStatusRefresh({ database: worker, clock, egress, log });
  const loop = startLoop({
    name: 'certificate-statuses',
    idleMs,
    failedMsMax,
    log,
    step: () => refresh.start(),
  });
  return {
    async stop() {
      await loop.stop();
      await refresh.end();
      await egress.close();
    },
  };
}

/** Each server in a private network is a purpose of its own, so that one reaches no network or port of another. */
function openStatusEgress(servers: readonly StatusServer[]): Pick<Egress, 'close' | 'send'> {
  const inside = servers.map(({ host, networks, port = httpPort }) => ({
    purpose: `${certificateStatusPurpose} ${host}:${port}`,
    policy: { ...issuers, hosts: [host], ports: [port], allowPrivateAddresses: networks },
  }));
  const egress = createEgress({
    purposes: {
      [certificateStatusPurpose]: issuers,
      ...Object.fromEntries(inside.map(({ policy, purpose }) => [purpose, policy])),
    },
  });
  const known = new Set(inside.map(({ purpose }) => purpose));
  return {
    send(request) {
      const purpose = `${certificateStatusPurpose} ${serverOf(request.url)}`;
      return egress.send(known.has(purpose) ? { ...request, purpose } : request);
    },
    close: () => egress.close(),
  };
}

function serverOf(text: string): string {
  const url = URL.parse(text);
  if (url === null) return '';
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? httpsPort : httpPort)}`;
}
