import type { Temporal } from 'temporal-polyfill';
import type { Tpp } from '#platform/auth/caller.ts';
import type { ClientCertificates } from '#platform/auth/client-certificates.ts';
import type { ProofReplays } from '#platform/auth/proof-replays.ts';
import type { SealCertificates } from '#platform/auth/seal-certificates.ts';
import type { ThirdPartyChecks } from '#platform/auth/third-party-checks.ts';
import type { TokenVerifier } from '#platform/auth/token-verifier.ts';
import type { TppBanks } from '#platform/auth/tpp-banks.ts';
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
import type { FailurePages } from './failure-pages.ts';
import type { MaintenanceGate } from './maintenance-gate.ts';
import type { RateLimits } from './rate-limits.ts';

/** Port: collects the requests of third parties whose certificates were accepted. */
export interface TppSightings {
  add(caller: Tpp, now: Temporal.Instant): void;
}

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
  readonly seals: SealCertificates;
  readonly thirdParties: ThirdPartyChecks;
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
  /** Origins whose pages may read the responses of interfaces for browsers; none by default. */
  readonly browserOrigins?: ReadonlySet<string>;
  /** Records who has called; absent where no third party does. */
  readonly tppSightings?: TppSightings;
  /** The banks that third parties reach, by host name. */
  readonly tppBanks: TppBanks;
  /** Renders a failed request as a page, where a person reads the response; elsewhere the dialect renders it. */
  readonly failurePage?: FailurePages;
  /** Returns the dialect of a path without a contract. */
  readonly dialectFor: (path: string) => Dialect;
}
