import type { Database } from '#platform/db/database.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import type { Services } from '#platform/http/services.ts';
import { failurePages } from './pages/failures/failure-pages.ts';
import type { Runtime } from './runtime.ts';
import { dialectFor, isApiPath } from './wiring.ts';

/** Returns the HTTP services of every process that handles requests; each process adds its authentication. */
export function httpServices(
  { clock, config, documents, ids, log, metrics, tppBanks, tracing }: Runtime,
  database: Database,
): Omit<
  Services,
  'tokens' | 'proofReplays' | 'certificates' | 'seals' | 'thirdParties' | 'maintenance' | 'plainHttp'
> {
  return {
    database,
    clock,
    ids,
    log,
    metrics,
    tracing,
    documents,
    rateLimits: createRateLimits(),
    responseGuard: config.responseGuard,
    baseUrl: config.baseUrl,
    browserOrigins: new Set(config.browserOrigins),
    tppBanks,
    dialectFor,
    failurePage: failurePages(config.banks, isApiPath),
  };
}
