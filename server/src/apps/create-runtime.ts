import { createTppBanks } from '#platform/auth/tpp-banks.ts';
import type { Config } from '#platform/config/load-config.ts';
import { createDocuments } from '#platform/documents/documents.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createMetrics } from '#platform/log/metrics.ts';
import { startTracing } from '#platform/log/tracing.ts';
import { demoBankJob } from './demo/demo-bank-jobs.ts';
import { version } from './release.ts';
import type { Runtime } from './runtime.ts';
import { contracts, jobNames } from './wiring.ts';

const platformJobs = [
  'process-events',
  'delete-idempotency-records',
  'delete-inbox-rows',
  'delete-certificate-statuses',
  demoBankJob,
];

export async function createRuntime(config: Config): Promise<Runtime> {
  const metrics = createMetrics({
    operationIds: [...contracts.map(({ operationId }) => operationId), 'none'],
    jobKinds: [...platformJobs, ...jobNames],
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
  return {
    config,
    clock: systemClock,
    ids: systemIds(systemClock),
    log,
    metrics,
    tracing,
    documents: createDocuments(),
    tppBanks: createTppBanks(config),
  };
}
