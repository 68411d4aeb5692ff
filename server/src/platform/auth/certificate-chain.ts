import { X509Certificate } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { MalformedDer, readCertificate, readDer, readInteger, readSequence } from './certificate-der.ts';

/** Qualified certificates are one or two steps below a listed authority. */
export const intermediatesMax = 4;

/** A certificate as revocation lists name it, with its validity period. */
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
 * A path from a certificate to an accepted authority. An authority renewed with the same key is listed twice; it is
 * enough that one of them is in force.
 */
export interface CertificateChain {
  /** The DER bytes of the certificate that signed the client's. */
  readonly issuerDer: Buffer;
  /** Whether no certificate on the path limits its purposes to others than client authentication. */
  readonly isForClients: boolean;
  readonly intermediates: readonly DatedCertificate[];
  readonly authorities: readonly DatedCertificate[];
}

const extensionId = { basicConstraints: '2.5.29.19', keyUsage: '2.5.29.15', extendedKeyUsage: '2.5.29.37' };
/** RFC 5280 4.2: a verifier must reject a critical extension it does not know. Name constraints are among those. */
const knownExtensions: ReadonlySet<string> = new Set([
  ...Object.values(extensionId),
  '2.5.29.17', // subjectAltName
  '2.5.29.32', // certificatePolicies
  '1.3.6.1.5.5.7.1.3', // qcStatements
]);
const clientPurposes: readonly string[] = ['1.3.6.1.5.5.7.3.2', '2.5.29.37.0'];
/** SHA-2 with RSA, RSA-PSS or ECDSA, and EdDSA. Signatures over MD5 or SHA-1 can be forged. */
const soundSignatures: ReadonlySet<string> = new Set([
  ...[10, 11, 12, 13].map((last) => `1.2.840.113549.1.1.${last}`),
  ...[2, 3, 4].map((last) => `1.2.840.10045.4.3.${last}`),
  ...[112, 113].map((last) => `1.3.101.${last}`),
]);
const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads the configured authorities, bundles included. Throws if one may not sign certificates, so that a wrong
 * configuration fails at start.
 */
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
 * Finds a path from a certificate over the presented ones to an accepted authority. Returns undefined if there is none
 * and throws on malformed certificates. Validity period and revocation are not checked here, because they change with
 * time.
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
  // Our own parser runs only on certificates with verified signatures, so unauthenticated clients cannot cause its
  // cost.
  return signers && withinRights(leaf, signers);
}

/** Whether every certificate above the client's own is in force and not revoked at this time. */
export function chainHolds(
  chain: CertificateChain,
  holds: (certificate: DatedCertificate) => boolean,
): boolean {
  return chain.intermediates.every(holds) && chain.authorities.some(holds);
}

/** Reads the fields that validity and revocation checks need. */
export function toDated(x509: X509Certificate): DatedCertificate {
  return {
    issuer: distinguishedName(x509.issuer),
    serialNumber: canonicalSerialNumber(x509.serialNumber),
    validFrom: Temporal.Instant.fromEpochMilliseconds(x509.validFromDate.getTime()),
    validTo: Temporal.Instant.fromEpochMilliseconds(x509.validToDate.getTime()),
  };
}

/** Converts the runtime's one-attribute-per-line name to RFC 4514 text. Line breaks inside values arrive escaped. */
export function distinguishedName(lines: string): string {
  return lines.split('\n').toReversed().join(',');
}

/** Returns the canonical form of a serial number; other sources use capitals and leading zeros. */
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

/** Returns the chain if every certificate on it respects the constraints of its own extensions. */
function withinRights(leaf: X509Certificate, signers: Signers): CertificateChain | undefined {
  const below = [leaf, ...signers.intermediates];
  if (!below.every(isUnderstood)) return undefined;
  const intermediates = signers.intermediates.map(toAuthority);
  const authorities = signers.authorities.filter((one) => one.intermediatesBelowMax >= intermediates.length);
  const isShortEnough = intermediates.every((one, depth) => one.intermediatesBelowMax >= depth);
  const issuerDer = (intermediates[0] ?? authorities[0])?.x509.raw;
  if (!isShortEnough || authorities.length === 0 || issuerDer === undefined) return undefined;
  return { issuerDer, isForClients: below.every(mayVouchForClients), intermediates, authorities };
}

/** Names and key identifiers can be copied, so the signature decides. */
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

/** Extended key usage is absent or names client authentication. */
function mayVouchForClients(x509: X509Certificate): boolean {
  const { extensions } = readCertificate(x509.raw);
  const purposes = extensions.has(extensionId.extendedKeyUsage) ? x509.keyUsage : clientPurposes;
  return purposes.some((purpose) => clientPurposes.includes(purpose));
}

function isUnderstood(x509: X509Certificate): boolean {
  return [...readCertificate(x509.raw).extensions].every(
    ([id, { critical }]) => !critical || knownExtensions.has(id),
  );
}
