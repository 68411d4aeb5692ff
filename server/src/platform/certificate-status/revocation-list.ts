import { X509Certificate } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import { MalformedDer } from '#platform/auth/certificate-der.ts';
import {
  type CertificateParts,
  isSignedBy,
  readExtensionList,
  readParts,
  type SignedParts,
} from './certificate-parts.ts';
import {
  contentOf,
  contextTag,
  type DerValue,
  derTag,
  membersOf,
  readTime,
  readValue,
  valuesIn,
} from './der-value.ts';
import { isPointOf } from './status-addresses.ts';
import { isCurrent, type StatusAnswer, type StatusSubject } from './status-answer.ts';

const issuingDistributionPointId = '2.5.29.28';
/** Of IssuingDistributionPoint: its name, and that it lists the certificates of holders only. */
const distributionPointTags: readonly number[] = [contextTag(0), 0x81];

/**
 * Looks a certificate up in a list of revoked certificates (CRL, RFC 5280 5). Returns undefined unless the list is
 * current, complete, of the certificate's issuer and signed by it. Never throws.
 */
export function readRevocationList(
  bytes: Buffer,
  { now, subject }: { readonly subject: StatusSubject; readonly now: Temporal.Instant },
): StatusAnswer | undefined {
  try {
    const signed = signedParts(bytes);
    if (!isSignedBy(signed, new X509Certificate(subject.issuer).publicKey)) return undefined;
    const answer = answerIn(signed.body, subject);
    return answer !== undefined && isCurrent(answer, now) ? answer : undefined;
  } catch {
    // The bytes are untrusted input: each malformation means that there is no answer.
    return undefined;
  }
}

function signedParts(bytes: Buffer): SignedParts {
  const [body, algorithm, signature] = membersOf(readValue(bytes));
  if (body === undefined || algorithm === undefined || signature === undefined)
    throw new MalformedDer('list is cut off');
  return { body, algorithm, signature };
}

function answerIn(body: DerValue, { certificate }: StatusSubject): StatusAnswer | undefined {
  const wanted = readParts(certificate);
  // The version is optional; everything after it has its place.
  const members = membersOf(body).filter(({ tag }) => tag !== derTag.integer);
  const [, issuer, thisUpdate, nextUpdate, ...rest] = members;
  if (issuer === undefined || !issuer.bytes.equals(wanted.issuerName)) return undefined;
  requireComplete(
    rest.find(({ tag }) => tag === contextTag(0)),
    wanted,
  );
  const entries = rest.find(({ tag }) => tag === derTag.sequence);
  const revokedAt = entries && revokedAtIn(entries, wanted.serialNumber);
  return {
    status: revokedAt === undefined ? 'good' : 'revoked',
    source: 'crl',
    thisUpdate: readTime(thisUpdate),
    // RFC 5280 5.1.2.5: every conforming list says when the next one comes.
    nextUpdate: readTime(nextUpdate),
    revokedAt,
  };
}

/**
 * A list of changes, of some reasons, or of other issuers is marked as such by a critical extension. An issuer with
 * several lists names each by its distribution point, and a certificate is missing in all but its own.
 */
function requireComplete(extensions: DerValue | undefined, wanted: CertificateParts): void {
  if (extensions === undefined) return;
  const { critical, values } = readExtensionList(membersOf(extensions, contextTag(0))[0]);
  for (const id of critical) {
    if (id !== issuingDistributionPointId) throw new MalformedDer('unknown critical extension of a list');
  }
  const extension = values.get(issuingDistributionPointId);
  if (extension === undefined) return;
  const point = readValue(extension);
  const tags = membersOf(point).map(({ tag }) => tag);
  if (tags.some((tag) => !distributionPointTags.includes(tag)))
    throw new MalformedDer('list is not complete');
  if (tags.includes(contextTag(0)) && !isPointOf(wanted, point))
    throw new MalformedDer('list of another distribution point');
}

/** Reads one entry after the other: lists of large issuers have hundreds of thousands. */
function revokedAtIn(entries: DerValue, serialNumber: Buffer): Temporal.Instant | undefined {
  // Most certificates are not in the list: a search of the bytes takes milliseconds, in which nothing else runs here.
  if (!entries.content.includes(serialNumber)) return undefined;
  for (const entry of valuesIn(entries)) {
    const [serial, at] = membersOf(entry);
    if (contentOf(serial, derTag.integer).equals(serialNumber)) return readTime(at);
  }
  return undefined;
}
