import { certificateStatusPurpose } from '#platform/certificate-status/fetch-status.ts';
import { createStatusRefresh } from '#platform/certificate-status/refresh-statuses.ts';
import type { Database } from '#platform/db/database.ts';
import { createEgress, type EgressOptions } from '#platform/egress/egress.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import type { Runtime } from '../runtime.ts';

/** Short, because a third party waits for the status of a certificate that was not seen before. */
const idleMs = 100;
const failedMsMax = 30_000;
/** Lists of large issuers have several megabytes. */
const listBytesMax = 12 * 1024 * 1024;
const httpPorts = [80, 443];

const purposes: EgressOptions['purposes'] = {
  [certificateStatusPurpose]: {
    // Certificates name the hosts; private addresses are refused.
    hosts: ['*'],
    allowHttp: true,
    ports: httpPorts,
    bodyMaxBytes: listBytesMax,
    timeoutMs: 5_000,
  },
};

/** Starts asking issuers about the certificates of third parties. */
export function startCertificateStatuses({ clock, log }: Runtime, worker: Database): Loop {
  const egress = createEgress({ purposes });
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
