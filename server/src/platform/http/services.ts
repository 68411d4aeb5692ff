import type { ClientCertificates } from '#platform/auth/client-certificates.ts';
import type { ProofReplays } from '#platform/auth/proof-replays.ts';
import type { TokenVerifier } from '#platform/auth/token-verifier.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Database } from '#platform/db/database.ts';
import type { Documents } from '#platform/documents/documents.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { Ids } from '#platform/kernel/ids.ts';
import type { Log } from '#platform/log/logger.ts';
import type { Metrics } from '#platform/log/metrics.ts';
import type { Tracing } from '#platform/log/request-span.ts';
import type { BodyPace } from './body-arrival.ts';
import type { Dialect } from './dialect.ts';
import type { MaintenanceGate } from './maintenance-gate.ts';
import type { RateLimits } from './rate-limits.ts';

/** The dependencies of the HTTP server; created once, by the composition root. */
export interface Services {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly documents: Documents;
  readonly tokens: TokenVerifier;
  readonly proofReplays: ProofReplays;
  readonly certificates: ClientCertificates;
  readonly maintenance: MaintenanceGate;
  readonly rateLimits: RateLimits;
  /** How fast bodies must arrive; `bodyPaceDefault` by default. */
  readonly bodyPace?: BodyPace;
  /** Encrypts the responses stored in idempotency records. */
  readonly responseVault?: Vault | undefined;
  readonly responseGuard: 'refuse' | 'strip';
  /** `probes`: plain http serves probes and redirects other requests to https. */
  readonly plainHttp: 'everything' | 'probes';
  readonly baseUrl: string;
  /** The bank of third parties on this listener. */
  readonly listenerBank: string;
  /** Returns the dialect of a path without a contract. */
  readonly dialectFor: (path: string) => Dialect;
}
