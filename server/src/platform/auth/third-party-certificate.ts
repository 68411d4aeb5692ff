import type { Temporal } from 'temporal-polyfill';
import type { CertificateStatus, StatusFailure, StatusWait } from './certificate-statuses.ts';
import type { CertificateStanding, CertificateVerdict, ClientCertificate } from './client-certificates.ts';
import {
  type Psd2Identity,
  psd2Roles,
  psd2StatementId,
  qcComplianceStatementId,
  qcStatementsId,
  qcTypeId,
  qcTypeStatementId,
} from './psd2-certificate.ts';
import type { ThirdPartyChecks, ThirdPartyPolicy } from './third-party-checks.ts';

/** A certificate for connections (QWAC), or one for signatures in messages (QSEAL). */
export type CertificateUse = 'connections' | 'signatures';

/** The first check that a certificate does not pass: the literal of a standard problem, and what to do about it. */
export interface CertificateFault {
  readonly kind: 'fault';
  readonly literal:
    | 'certificate-missing'
    | 'certificate-invalid'
    | 'certificate-expired'
    | 'certificate-revoked'
    | 'certificate-blocked';
  /** For the developer of the third party: the check, the object identifier, the remedy. */
  readonly message: string;
}

/** A certificate of a third party that has passed all checks. */
export interface AcceptedThirdParty {
  readonly kind: 'accepted';
  readonly certificate: ClientCertificate;
  readonly psd2: Psd2Identity;
  readonly warnings: readonly string[];
}

export interface ThirdPartyRequest {
  readonly use: CertificateUse;
  readonly bankId: string;
  readonly now: Temporal.Instant;
  readonly checks: ThirdPartyChecks;
  readonly wait?: StatusWait | undefined;
}

const clientAuthId = '1.3.6.1.5.5.7.3.2';
const expiryWarningMs = 30 * 24 * 3_600_000;

/**
 * Checks the certificate of a third party in the order of XS2A: sent, validity, chain, qualified statements, PSD2
 * statement, client authentication, revocation, blocks. Roles are checked with the access of the operation.
 */
export async function checkThirdParty(
  verdict: CertificateVerdict,
  request: ThirdPartyRequest,
): Promise<AcceptedThirdParty | CertificateFault> {
  const standing = standingIn(verdict);
  if (standing.kind === 'fault') return standing;
  const policy = request.checks.policyOf(request.bankId);
  const psd2 = contentIn(standing, request.use, policy);
  if ('kind' in psd2) return psd2;
  // The issuer is asked only about certificates that pass everything else: an unknown one waits.
  const known = request.checks.statuses.statusOf(standing.certificate);
  const status = known instanceof Promise ? await (request.wait?.(known) ?? known) : known;
  const refusal =
    revocationFault(standing, status, policy.revocationUnknown) ?? blockFault(standing, psd2, request);
  if (refusal !== undefined) return refusal;
  return {
    kind: 'accepted',
    certificate: standing.certificate,
    psd2: policy.checkTppRolesFromCertificateSupported ? psd2 : { ...psd2, roles: psd2Roles },
    warnings: warningsAbout(standing, status, request),
  };
}

/** Checks what the certificate says: its statements, and its purposes where it is for connections. */
function contentIn(
  { certificate, isForClients }: CertificateStanding,
  use: CertificateUse,
  { clientAuthEku }: ThirdPartyPolicy,
): Psd2Identity | CertificateFault {
  const content = statementFault(certificate, use) ?? certificate.psd2 ?? noPsd2Statement;
  if ('kind' in content) return content;
  return use === 'connections' && !isForClients && clientAuthEku === 'require' ? notForClients : content;
}

function warningsAbout(
  { certificate, isForClients }: CertificateStanding,
  status: CertificateStatus,
  { now, use }: ThirdPartyRequest,
): readonly string[] {
  return [
    ...(use === 'connections' && !isForClients ? [notForClientsText] : []),
    ...(status.kind === 'unknown' ? [unknownText(status.failure)] : []),
    ...expiryWarning(certificate, now),
  ];
}

type Standing = CertificateStanding & { readonly kind: 'standing' };

function standingIn(verdict: CertificateVerdict): Standing | CertificateFault {
  if (verdict.kind === 'none') return missing;
  if (verdict.kind === 'accepted') {
    const { certificate } = verdict;
    return { kind: 'standing', certificate, isForClients: true, isRevoked: false };
  }
  if (verdict.standing !== undefined) return { kind: 'standing', ...verdict.standing };
  const { dated, reason } = verdict;
  if (dated !== undefined && reason === 'expired') {
    return fault(
      'certificate-expired',
      `Check "validity": the certificate expired at ${dated.validTo.toString()}. Use a renewed certificate of the same organisation.`,
    );
  }
  if (dated !== undefined && reason === 'not-yet-valid') {
    return invalid(
      `Check "validity": the certificate is valid from ${dated.validFrom.toString()} on. Use your current certificate until then.`,
    );
  }
  return dated === undefined ? unreadable : unknownIssuer;
}

function statementFault({ qc }: ClientCertificate, use: CertificateUse): CertificateFault | undefined {
  const type = use === 'connections' ? 'web' : 'eseal';
  const remedy = `Request a ${use === 'connections' ? 'QWAC' : 'QSEAL'} from a qualified trust service provider.`;
  if (qc === undefined)
    return invalid(
      `Check "qualified statements": the extension qcStatements (${qcStatementsId}) is missing or malformed. ${remedy}`,
    );
  if (!qc.qcCompliance)
    return invalid(
      `Check "qualified statements": qcStatements (${qcStatementsId}) lacks QcCompliance (${qcComplianceStatementId}). ${remedy}`,
    );
  if (qc.qcTypes.includes('esign'))
    return invalid(
      `Check "qualified statements": QcType (${qcTypeStatementId}) has esign (${qcTypeId('esign')}), which is for natural persons. ${remedy}`,
    );
  if (!qc.qcTypes.includes(type))
    return invalid(
      `Check "qualified statements": QcType (${qcTypeStatementId}) lacks ${type} (${qcTypeId(type)}), which certificates for ${use} need. ${remedy}`,
    );
  return undefined;
}

function revocationFault(
  { isRevoked }: CertificateStanding,
  status: CertificateStatus,
  whenUnknown: 'refuse' | 'admit',
): CertificateFault | undefined {
  if (isRevoked || status.kind === 'revoked') return revoked;
  if (status.kind === 'unknown' && whenUnknown === 'refuse')
    return fault('certificate-revoked', unknownText(status.failure));
  return undefined;
}

function blockFault(
  { certificate }: CertificateStanding,
  { organizationIdentifier }: Psd2Identity,
  { bankId, checks, now }: ThirdPartyRequest,
): CertificateFault | undefined {
  const { issuer, serialNumber } = certificate;
  const subject = { bankId, issuer, serialNumber, organizationIdentifier };
  return checks.blocks.isBlocked(subject, now) ? blocked : undefined;
}

function expiryWarning({ validTo }: ClientCertificate, now: Temporal.Instant): readonly string[] {
  return now.epochMilliseconds < validTo.epochMilliseconds - expiryWarningMs
    ? []
    : [`The certificate expires at ${validTo.toString()}. Renew it before then.`];
}

function fault(literal: CertificateFault['literal'], message: string): CertificateFault {
  return { kind: 'fault', literal, message };
}

function invalid(message: string): CertificateFault {
  return fault('certificate-invalid', message);
}

const missing = fault(
  'certificate-missing',
  'Check "certificate sent": the connection has no client certificate. Present your QWAC in the TLS handshake.',
);
const unreadable = invalid(
  'Check "chain": the bytes are not one certificate in DER (RFC 5280). Send the certificate exactly as it was issued.',
);
const unknownIssuer = invalid(
  'Check "chain": no trusted issuer in force has signed this certificate, or it has an unknown critical extension. ' +
    'Use a certificate of a trust service with status granted in an EU trusted list, and send its intermediates.',
);
const noPsd2Statement = invalid(
  `Check "PSD2 statement": the statement ${psd2StatementId} with roles, nCAName and nCAId, or the subject's ` +
    'organizationIdentifier (2.5.4.97), is missing, malformed or contradicts itself. Request a PSD2 certificate (ETSI TS 119 495).',
);
const notForClientsText =
  `Check "client authentication": the extended key usage (2.5.29.37) lacks clientAuth (${clientAuthId}). ` +
  'Request a certificate from an issuer that includes it.';
const notForClients = invalid(notForClientsText);
const revoked = fault(
  'certificate-revoked',
  'Check "revocation": the issuer has revoked this certificate (OCSP 1.3.6.1.5.5.7.48.1, CRL 2.5.29.31). Use another certificate.',
);
const blocked = fault(
  'certificate-blocked',
  'Check "block list": this certificate (issuer and serial number) or its organisation (organizationIdentifier 2.5.4.97) ' +
    "is blocked. Contact the bank's support for third-party providers.",
);

const failureTexts: Readonly<Record<StatusFailure, string>> = {
  pending: "the issuer's answer has not arrived yet. Repeat the request in a few seconds.",
  'no-address':
    'the certificate names neither an OCSP responder (1.3.6.1.5.5.7.48.1) nor a CRL (2.5.29.31) with an http address. Request a certificate that does.',
  unreachable:
    'neither the OCSP responder (1.3.6.1.5.5.7.48.1) nor the CRL (2.5.29.31) of the issuer can be reached. Repeat the request later; inform your issuer.',
  'not-accepted':
    'the OCSP responder (1.3.6.1.5.5.7.48.1) and the CRL (2.5.29.31) of the issuer give no valid answer about this certificate. Inform your issuer.',
};

function unknownText(failure: StatusFailure): string {
  return `Check "revocation": whether the certificate is revoked is unknown: ${failureTexts[failure]}`;
}
