import { X509Certificate } from 'node:crypto';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { namesHost, subjectOf } from '#platform/auth/certificate-subject.ts';
import type { ClientCertificate } from '#platform/auth/client-certificates.ts';
import { requestContextOf } from './request-context.ts';
import { isOfOrganisation, provesOrganisation } from './third-party-clients.ts';

type MutualTls = NonNullable<NonNullable<Configuration['features']>['mTLS']>;

/**
 * mTLS settings. The HTTP server has already verified the certificate for this request; the library only gets the
 * result.
 */
export const mutualTls: MutualTls = {
  enabled: true,
  certificateBoundAccessTokens: true,
  tlsClientAuth: true,
  selfSignedTlsClientAuth: false,
  getCertificate: (ctx) => {
    const certificate = accepted(ctx);
    return certificate && readOnce(certificate);
  },
  certificateAuthorized: (ctx) => accepted(ctx) !== undefined,
  certificateSubjectMatches: (ctx, property, expected) => {
    const certificate = accepted(ctx);
    if (certificate === undefined) return false;
    if (property === 'tls_client_auth_subject_dn')
      return isOfOrganisation(expected)
        ? provesOrganisation(ctx.req, expected)
        : subjectOf(certificate.der) === expected;
    return property === 'tls_client_auth_san_dns' && namesHost(certificate.der, expected);
  },
};

const read = new WeakMap<ClientCertificate, X509Certificate>();

/** Parses a certificate once. The HTTP server uses one object per certificate, and parsing costs a tenth of a grant. */
function readOnce(certificate: ClientCertificate): X509Certificate {
  const known = read.get(certificate);
  if (known !== undefined) return known;
  const parsed = new X509Certificate(certificate.der);
  read.set(certificate, parsed);
  return parsed;
}

function accepted(ctx: KoaContextWithOIDC): ClientCertificate | undefined {
  const { certificate, thirdParty } = requestContextOf(ctx.req);
  if (thirdParty !== undefined) return thirdParty.certificate;
  return certificate.kind === 'accepted' ? certificate.certificate : undefined;
}
