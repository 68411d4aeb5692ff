import type { ClientCertificate } from './client-certificates.ts';

/** What the issuer says about a certificate; `unknown` with the reason why it says nothing. */
export type CertificateStatus =
  | { readonly kind: 'good' }
  | { readonly kind: 'revoked' }
  | { readonly kind: 'unknown'; readonly failure: StatusFailure };

/** Why the status of a certificate is unknown. */
export const statusFailures = [
  /** The worker has not answered in time. */
  'pending',
  /** The certificate names neither a responder nor a list that can be reached over http. */
  'no-address',
  /** Neither the responder nor the server of the list responds. */
  'unreachable',
  /** What they respond is not signed by the issuer, outdated, malformed, or about another certificate. */
  'not-accepted',
] as const;
export type StatusFailure = (typeof statusFailures)[number];

/** Port: whether the issuer has revoked a certificate. A known status is returned at once, another one is awaited. */
export interface CertificateStatuses {
  statusOf(certificate: ClientCertificate): CertificateStatus | Promise<CertificateStatus>;
}

/** Waits for a status; a request has no slot meanwhile, because the process does not work on it. */
export type StatusWait = (status: Promise<CertificateStatus>) => Promise<CertificateStatus>;

/** For processes that serve no third parties. */
export const noCertificateStatuses: CertificateStatuses = {
  statusOf: () => ({ kind: 'unknown', failure: 'pending' }),
};
