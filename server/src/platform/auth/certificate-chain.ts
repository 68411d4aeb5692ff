import { X509Certificate } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { MalformedDer, readCertificate, readDer, readInteger, readSequence } from './certificate-der.ts';

/** Qualified certificates stand one or two steps below a listed authority. */
export const intermediatesMax = 4;

/** A certificate as its issuer's lists name it, with the time it may be used in. */
export interface DatedCertificate {
  /** RFC 4514 text, last attribute first, as `openssl x509 -nameopt RFC2253,-esc_msb` prints it. */
  readonly issuer: string;
  /** Lower-case hexadecimal without leading zeros. */
  readonly serialNumber: string;
  readonly validFrom: Temporal.Instant;
  readonly validTo: Temporal.Instant;
}

/** A certificate that may sign others. */
export interface Authority extends DatedCertificate {
  readonly x509: X509Certificate;
  readonly intermediatesBelowMax: number;
}

/**
 * Proof that a certificate comes from an accepted authority. An authority renewed with the same key stands here
 * twice; one of them in force is enough.
 */
export interface CertificateChain {
  readonly intermediates: readonly DatedCertificate[];
  readonly authorities: readonly DatedCertificate[];
}

const extensionId = { basicConstraints: '2.5.29.19', keyUsage: '2.5.29.15', extendedKeyUsage: '2.5.29.37' };
/** RFC 5280 4.2: who meets a critical extension and does not know it must refuse. Name constraints are among those. */
const knownExtensions: ReadonlySet<string> = new Set([
  ...Object.values(extensionId),
  '2.5.29.17', // subjectAltName
  '2.5.29.32', // certificatePolicies
  '1.3.6.1.5.5.7.1.3', // qcStatements
]);
const clientPurposes: readonly string[] = ['1.3.6.1.5.5.7.3.2', '2.5.29.37.0'];
/** SHA-2 with RSA, RSA-PSS or ECDSA, and EdDSA. What is signed over MD5 or SHA-1 can be forged. */
const soundSignatures: ReadonlySet<string> = new Set([
  ...[10, 11, 12, 13].map((last) => `1.2.840.113549.1.1.${last}`),
  ...[2, 3, 4].map((last) => `1.2.840.10045.4.3.${last}`),
  ...[112, 113].map((last) => `1.3.101.${last}`),
]);
const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads configured authorities, bundles too. Throws on one that may not sign certificates: a mistake to find at start. */
export function readAuthorities(pem: string): readonly Authority[] {
  const certificates = pem.match(pemCertificate) ?? [];
  if (certificates.length === 0) throw new Error('no certificate in the PEM text of an accepted authority');
  return certificates.map((text) => {
    const x509 = new X509Certificate(text);
    if (!x509.ca) throw new Error(`accepted authority may not sign certificates: ${x509.subject}`);
    return toAuthority(x509);
  });
}

/**
 * Finds the way from a certificate over the presented ones up to an accepted authority. Throws on malformed
 * certificates, answers undefined when there is no way. Dates and revocation are left out: they change with time.
 */
export function findChain(
  leaf: X509Certificate,
  presented: readonly Buffer[],
  accepted: readonly Authority[],
): CertificateChain | undefined {
  if (leaf.ca) return undefined;
  const candidates = presented
    .slice(0, intermediatesMax)
    .map((der) => new X509Certificate(der))
    .filter(({ ca }) => ca);
  const signers = climb(leaf, { accepted, candidates, intermediates: [] });
  // Only now, with every byte vouched for, does our own reader look at them: a stranger cannot make it work.
  return signers && withinRights(leaf, signers);
}

/** Whether a chain holds at this moment: every certificate above the client's own must. */
export function chainHolds(
  chain: CertificateChain,
  holds: (certificate: DatedCertificate) => boolean,
): boolean {
  return chain.intermediates.every(holds) && chain.authorities.some(holds);
}

/** Reads the members by which dates and revocation are judged. */
export function toDated(x509: X509Certificate): DatedCertificate {
  return {
    issuer: distinguishedName(x509.issuer),
    serialNumber: canonicalSerialNumber(x509.serialNumber),
    validFrom: Temporal.Instant.fromEpochMilliseconds(x509.validFromDate.getTime()),
    validTo: Temporal.Instant.fromEpochMilliseconds(x509.validToDate.getTime()),
  };
}

/** Turns the runtime's one-attribute-per-line name into RFC 4514 text. Line breaks inside values come escaped. */
export function distinguishedName(lines: string): string {
  return lines.split('\n').toReversed().join(',');
}

/** The one spelling of a serial number; elsewhere they come in capitals and with leading zeros. */
export function canonicalSerialNumber(hex: string): string {
  return hex.toLowerCase().replace(/^0+(?=.)/, '');
}

interface Signers {
  readonly intermediates: readonly X509Certificate[];
  readonly authorities: readonly Authority[];
}

interface Climb {
  readonly accepted: readonly Authority[];
  readonly candidates: readonly X509Certificate[];
  readonly intermediates: readonly X509Certificate[];
}

function climb(from: X509Certificate, { accepted, candidates, intermediates }: Climb): Signers | undefined {
  const authorities = accepted.filter(({ x509 }) => hasIssued(x509, from));
  if (authorities.length > 0) return { intermediates, authorities };
  const next = candidates.find((candidate) => hasIssued(candidate, from));
  if (next === undefined) return undefined;
  return climb(next, {
    accepted,
    candidates: candidates.filter((candidate) => candidate !== next),
    intermediates: [...intermediates, next],
  });
}

/** The chain, if nobody on it did more than the extensions of their own certificate allow. */
function withinRights(leaf: X509Certificate, signers: Signers): CertificateChain | undefined {
  if (![leaf, ...signers.intermediates].every(mayVouchForClients)) return undefined;
  const intermediates = signers.intermediates.map(toAuthority);
  const authorities = signers.authorities.filter((one) => one.intermediatesBelowMax >= intermediates.length);
  const isShortEnough = intermediates.every((one, below) => one.intermediatesBelowMax >= below);
  return isShortEnough && authorities.length > 0 ? { intermediates, authorities } : undefined;
}

/** Names and key identifiers can be copied; the signature cannot. */
function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return (
    certificate.checkIssued(issuer) &&
    soundSignatures.has(certificate.signatureAlgorithmOid) &&
    certificate.verify(issuer.publicKey)
  );
}

function toAuthority(x509: X509Certificate): Authority {
  const constraints = readCertificate(x509.raw).extensions.get(extensionId.basicConstraints);
  if (constraints === undefined) throw new MalformedDer('authority without basic constraints');
  const [, pathLength] = readSequence(readDer(constraints.value));
  const intermediatesBelowMax = pathLength === undefined ? intermediatesMax : readInteger(pathLength);
  return { ...toDated(x509), x509, intermediatesBelowMax };
}

/** Extended key usage is absent, or names client authentication; and no critical extension goes unheeded. */
function mayVouchForClients(x509: X509Certificate): boolean {
  const { extensions } = readCertificate(x509.raw);
  const purposes = extensions.has(extensionId.extendedKeyUsage) ? x509.keyUsage : clientPurposes;
  if (!purposes.some((purpose) => clientPurposes.includes(purpose))) return false;
  return [...extensions].every(([id, { critical }]) => !critical || knownExtensions.has(id));
}
