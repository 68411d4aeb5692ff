import type { Temporal } from 'temporal-polyfill';

/** A certificate with which an organisation has called. */
export interface SeenCertificate {
  readonly issuer: string;
  readonly serialNumber: string;
  readonly fingerprint256: string;
  readonly roles: readonly string[];
  readonly validTo: Temporal.Instant;
  readonly firstSeenAt: Temporal.Instant;
  readonly lastSeenAt: Temporal.Instant;
}

/** An organisation that has called a bank. */
export interface ThirdParty {
  readonly organisationId: string;
  readonly name: string | undefined;
  readonly firstSeenAt: Temporal.Instant;
  readonly lastSeenAt: Temporal.Instant;
}

/** One request of an organisation, or the latest of several. */
export interface Sighting {
  readonly organisationId: string;
  readonly name: string | undefined;
  readonly issuer: string;
  readonly serialNumber: string;
  readonly fingerprint256: string;
  readonly roles: readonly string[];
  readonly validTo: Temporal.Instant;
  readonly seenAt: Temporal.Instant;
}
