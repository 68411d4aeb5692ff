import { hash, X509Certificate } from 'node:crypto';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { Temporal } from 'temporal-polyfill';
import type { Clock } from '#platform/kernel/clock.ts';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import {
  type Authority,
  type CertificateChain,
  chainHolds,
  type DatedCertificate,
  findChain,
  intermediatesMax,
  readAuthorities,
  toDated,
} from './certificate-chain.ts';
import { certificateBytesMax } from './certificate-der.ts';
import { readClientCertHeader } from './client-cert-header.ts';
import { type Psd2Identity, type QcStatements, readPsd2, readQcStatements } from './psd2-certificate.ts';

/** A client certificate from an accepted authority. Without `psd2` it does not identify a third-party provider. */
export interface ClientCertificate extends DatedCertificate {
  /** SHA-256 of the DER bytes, lower-case hexadecimal without colons; tokens are bound to it. */
  readonly fingerprint256: string;
  /** Undefined without qualified statements, or with malformed ones. */
  readonly qc: QcStatements | undefined;
  readonly psd2: Psd2Identity | undefined;
  readonly der: Buffer;
  /** The certificate of its issuer, whose key signs lists of revoked certificates. */
  readonly issuerDer: Buffer;
}

export type CertificateRefusal = 'invalid' | 'expired' | 'not-yet-valid' | 'not-for-clients' | 'revoked';

/** What speaks against a certificate of an accepted authority that is in force. */
export interface CertificateStanding {
  readonly certificate: ClientCertificate;
  readonly isForClients: boolean;
  readonly isRevoked: boolean;
}

/** The decision about the certificate of one request; the next request is checked again. */
export type CertificateVerdict =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'refused';
      readonly reason: CertificateRefusal;
      /** Absent if the bytes are no certificate. Nothing in it is proven if there is no standing. */
      readonly dated?: DatedCertificate;
      /** Present if its authority is accepted and it is in force: rules for third parties decide in another order. */
      readonly standing?: CertificateStanding;
    }
  | { readonly kind: 'accepted'; readonly certificate: ClientCertificate };

/**
 * Certificates to refuse before they expire. Issuers and serial numbers have the form of `DatedCertificate`. No list
 * has fingerprints: the holder can rewrite the ECDSA signature on a certificate, which keeps it valid and changes its
 * fingerprint.
 */
export interface RevocationList {
  isRevoked(issuer: string, serialNumber: string): boolean;
}

export interface ClientCertificates {
  /** Checks the certificate of a TLS connection that is terminated here. */
  ofSocket(socket: TLSSocket): CertificateVerdict;
  /** Checks the `Client-Cert` value (RFC 9440) of a proxy; only for listeners that no other client can reach. */
  ofHeader(value: string): CertificateVerdict;
  /** Checks the bytes of a certificate that a client sent in a message. */
  ofBytes(der: Buffer): CertificateVerdict;
}

interface ClientCertificatesOptions {
  readonly clock: Clock;
  readonly revocations: RevocationList;
  /**
   * PEM texts; each may hold several certificates. List the issuing authorities, as trusted lists do, not only their
   * roots: a proxy and Node 24.21 (nodejs/node#65579) do not forward the intermediates that a client sent.
   */
  readonly acceptedAuthorities: readonly string[];
}

/** The immutable facts about a certificate: its bytes and who signed them. */
interface ProvenCertificate {
  readonly certificate: ClientCertificate;
  readonly chain: CertificateChain;
}

/** A certificate of no accepted authority; without dates if the bytes are no certificate. */
interface UnprovenCertificate {
  readonly dated?: DatedCertificate;
}

/** More than the number of third-party providers in Europe; about four kilobytes each. */
const provenCertificatesMax = 2_000;

const none: CertificateVerdict = { kind: 'none' };
const unreadable: UnprovenCertificate = {};

/** For processes that never look at certificates. */
export const noClientCertificates: ClientCertificates = {
  ofSocket: () => none,
  ofHeader: () => none,
  ofBytes: () => none,
};

/**
 * Verifies client certificates. Costly and final work (chain, parsing) is done once per certificate; validity,
 * revocation and block list are checked on every call, because connections outlive them (R26).
 */
export function createClientCertificates(options: ClientCertificatesOptions): ClientCertificates {
  const accepted = options.acceptedAuthorities.flatMap(readAuthorities);
  const proven = lruCache<ProvenCertificate>(provenCertificatesMax);
  // Decoding and hashing the header again would cost more than everything else.
  const byHeader = lruCache<ProvenCertificate>(provenCertificatesMax);
  const bySocket = new WeakMap<TLSSocket, ProvenCertificate | UnprovenCertificate>();

  /** Only verified certificates are cached, so unauthenticated clients cannot evict known ones. */
  function prove(der: Buffer, presented: readonly Buffer[]): ProvenCertificate | UnprovenCertificate {
    if (der.byteLength > certificateBytesMax) return unreadable;
    const fingerprint256 = hash('sha256', der);
    const known = proven.get(fingerprint256);
    if (known !== undefined) return known;
    const found = examine({ der, fingerprint256, presented, accepted });
    if ('chain' in found) proven.set(fingerprint256, found);
    return found;
  }

  return {
    ofSocket(socket) {
      const known = bySocket.get(socket);
      if (known !== undefined) return decide(known, options);
      const [der, ...presented] = presentedBy(socket);
      if (der === undefined) return none;
      const found = prove(der, presented);
      bySocket.set(socket, found);
      return decide(found, options);
    },
    ofHeader(value) {
      const known = byHeader.get(value);
      if (known !== undefined) return decide(known, options);
      const der = readClientCertHeader(value);
      const found = der === undefined ? unreadable : prove(der, []);
      if ('chain' in found) byHeader.set(value, found);
      return decide(found, options);
    },
    ofBytes: (der) => decide(prove(der, []), options),
  };
}

/** Returns the client's certificate and those it sent along; empty if the client sent none. */
function presentedBy(socket: TLSSocket): readonly Buffer[] {
  const chain: Buffer[] = [];
  // Contrary to its types, Node returns {} without a certificate and null on a closed socket.
  let peer: Partial<DetailedPeerCertificate> | null | undefined = socket.getPeerCertificate(true);
  // The limit also ends the chain of a self-signed certificate, which is its own issuer.
  while (peer?.raw !== undefined && chain.length <= intermediatesMax) {
    chain.push(peer.raw);
    peer = peer.issuerCertificate;
  }
  return chain;
}

interface Examination {
  readonly der: Buffer;
  readonly fingerprint256: string;
  readonly presented: readonly Buffer[];
  readonly accepted: readonly Authority[];
}

function examine(examination: Examination): ProvenCertificate | UnprovenCertificate {
  const { der, fingerprint256, presented, accepted } = examination;
  const read = readX509(der);
  if (read === undefined) return unreadable;
  const { dated, x509 } = read;
  try {
    const chain = findChain(x509, presented, accepted);
    if (chain === undefined) return { dated };
    const { issuerDer } = chain;
    const statements = { qc: readQcStatements(der), psd2: readPsd2(der) };
    return { chain, certificate: { ...dated, ...statements, fingerprint256, der, issuerDer } };
  } catch {
    // The bytes are untrusted input: any parser error means that they prove nothing.
    return { dated };
  }
}

/** Node ignores trailing bytes and loose encodings; the bytes that are hashed and cached must be those it parsed. */
function readX509(
  der: Buffer,
): { readonly x509: X509Certificate; readonly dated: DatedCertificate } | undefined {
  try {
    const x509 = new X509Certificate(der);
    return x509.raw.equals(der) ? { x509, dated: toDated(x509) } : undefined;
  } catch {
    // As above; also dates that are none.
    return undefined;
  }
}

/** XS2A checks the dates first, then the chain: a developer with an expired certificate learns that it is expired. */
function decide(
  found: ProvenCertificate | UnprovenCertificate,
  options: ClientCertificatesOptions,
): CertificateVerdict {
  const dated = 'chain' in found ? found.certificate : found.dated;
  if (dated === undefined) return { kind: 'refused', reason: 'invalid' };
  const now = options.clock.now();
  if (isBefore(now, dated.validFrom)) return { kind: 'refused', reason: 'not-yet-valid', dated };
  if (isBefore(dated.validTo, now)) return { kind: 'refused', reason: 'expired', dated };
  return 'chain' in found ? decideProven(found, now, options) : { kind: 'refused', reason: 'invalid', dated };
}

function decideProven(
  { certificate, chain }: ProvenCertificate,
  now: Temporal.Instant,
  { revocations }: ClientCertificatesOptions,
): CertificateVerdict {
  const isRevoked = (one: DatedCertificate): boolean => revocations.isRevoked(one.issuer, one.serialNumber);
  if (!chainHolds(chain, (one) => isInForce(one, now) && !isRevoked(one))) {
    return { kind: 'refused', reason: 'invalid', dated: certificate };
  }
  const standing = {
    certificate,
    isForClients: chain.isForClients,
    isRevoked: isRevoked(certificate),
  };
  const reason = reasonIn(standing);
  return reason === undefined
    ? { kind: 'accepted', certificate }
    : { kind: 'refused', reason, dated: certificate, standing };
}

function reasonIn({ isForClients, isRevoked }: CertificateStanding): CertificateRefusal | undefined {
  if (!isForClients) return 'not-for-clients';
  return isRevoked ? 'revoked' : undefined;
}

/** RFC 5280 4.1.2.5: both ends are inclusive. */
function isInForce({ validFrom, validTo }: DatedCertificate, now: Temporal.Instant): boolean {
  return !isBefore(now, validFrom) && !isBefore(validTo, now);
}

/** Certificates have whole seconds. Comparing instants would cost most of a decision. */
function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return one.epochMilliseconds < other.epochMilliseconds;
}
