import { type CertificateParts, readParts } from './certificate-parts.ts';
import { contextTag, type DerValue, membersOf, readDottedId, readValue, valuesIn } from './der-value.ts';

/** Where the status of a certificate can be requested, as the certificate says. */
export interface StatusAddresses {
  readonly ocsp: readonly string[];
  readonly crl: readonly string[];
}

const authorityInfoAccessId = '1.3.6.1.5.5.7.1.1';
const ocspMethodId = '1.3.6.1.5.5.7.48.1';
const crlDistributionPointsId = '2.5.29.31';
const uriTag = 0x86;
const addressesMax = 3;
const isHttp = /^https?:\/\//i;

/** Reads the addresses of a certificate whose chain is proven; none if the extensions are malformed. */
export function statusAddresses(certificate: Buffer): StatusAddresses {
  try {
    const { extensions } = readParts(certificate);
    const access = extensions.get(authorityInfoAccessId);
    const points = extensions.get(crlDistributionPointsId);
    return {
      ocsp: access === undefined ? [] : bounded(ocspIn(readValue(access))),
      crl: points === undefined ? [] : bounded(listsIn(readValue(points))),
    };
  } catch {
    // An issuer that writes them wrong offers none.
    return { ocsp: [], crl: [] };
  }
}

function bounded(urls: readonly string[]): readonly string[] {
  return urls.filter((url) => isHttp.test(url)).slice(0, addressesMax);
}

function ocspIn(access: DerValue): readonly string[] {
  return membersOf(access).flatMap((description) => {
    const [method, location] = membersOf(description);
    return readDottedId(method) === ocspMethodId ? urisIn([location]) : [];
  });
}

function listsIn(points: DerValue): readonly string[] {
  return membersOf(points).flatMap((point) => urisIn(pointNames(point)));
}

/**
 * The names of a DistributionPoint in a certificate, or of the IssuingDistributionPoint in a list (RFC 5280 4.2.1.13,
 * 5.2.5): distributionPoint [0] → fullName [0] → names.
 */
function pointNames(point: DerValue): readonly DerValue[] {
  return membersOf(point)
    .filter(({ tag }) => tag === contextTag(0))
    .flatMap((name) => membersOf(name, contextTag(0)))
    .filter(({ tag }) => tag === contextTag(0))
    .flatMap((full) => [...valuesIn(full, contextTag(0))]);
}

/** Whether a list that has a distribution point is the one that the certificate names. */
export function isPointOf(certificate: CertificateParts, point: DerValue): boolean {
  const points = certificate.extensions.get(crlDistributionPointsId);
  if (points === undefined) return false;
  const own = membersOf(readValue(points)).flatMap(pointNames);
  return pointNames(point).some(({ bytes }) => own.some((name) => name.bytes.equals(bytes)));
}

function urisIn(names: readonly (DerValue | undefined)[]): readonly string[] {
  return names.flatMap((name) => (name?.tag === uriTag ? [name.content.toString('latin1')] : []));
}
