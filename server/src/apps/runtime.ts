import type { TppBanks } from '#platform/auth/tpp-banks.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Documents } from '#platform/documents/documents.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { Ids } from '#platform/kernel/ids.ts';
import type { Log } from '#platform/log/logger.ts';
import type { Metrics } from '#platform/log/metrics.ts';
import type { Tracing } from '#platform/log/request-span.ts';

/** Dependencies of every process of the product. */
export interface Runtime {
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Its threads start on demand and do not keep the process running. */
  readonly documents: Documents;
  /** The banks that third parties reach, and their choices. */
  readonly tppBanks: TppBanks;
}
