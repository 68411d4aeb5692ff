import type { Temporal } from 'temporal-polyfill';
import { type CertificateStatuses, noCertificateStatuses } from './certificate-statuses.ts';

/** The choices of a bank about third parties' certificates; named as in its XS2A profile. */
export interface ThirdPartyPolicy {
  /** What follows from a certificate that is not for client authentication. */
  readonly clientAuthEku: 'require' | 'warn';
  /** What follows if neither the issuer's responder nor its list says whether the certificate is revoked. */
  readonly revocationUnknown: 'refuse' | 'admit';
  /** False behind a gateway that has checked the roles: then every role counts as granted. */
  readonly checkTppRolesFromCertificateSupported: boolean;
}

/** The policy of a bank without a profile. */
export const strictThirdPartyPolicy: ThirdPartyPolicy = {
  clientAuthEku: 'require',
  revocationUnknown: 'refuse',
  checkTppRolesFromCertificateSupported: true,
};

/** A certificate and its organisation as a block names them. */
export interface BlockSubject {
  readonly bankId: string;
  /** In the form of `DatedCertificate`. */
  readonly issuer: string;
  readonly serialNumber: string;
  readonly organizationIdentifier: string;
}

/**
 * Port: certificates and organisations that a bank, or the operator for all banks, has blocked. Called on every
 * request, so it responds from memory.
 */
export interface TppBlocks {
  isBlocked(subject: BlockSubject, now: Temporal.Instant): boolean;
}

/** For processes without a list of blocks. */
export const nothingBlocked: TppBlocks = { isBlocked: () => false };

/** What the checks of third parties' certificates need beyond the certificate. */
export interface ThirdPartyChecks {
  policyOf(bankId: string): ThirdPartyPolicy;
  readonly statuses: CertificateStatuses;
  readonly blocks: TppBlocks;
}

/** For processes that serve no third parties. */
export const noThirdParties: ThirdPartyChecks = {
  policyOf: () => strictThirdPartyPolicy,
  statuses: noCertificateStatuses,
  blocks: nothingBlocked,
};
