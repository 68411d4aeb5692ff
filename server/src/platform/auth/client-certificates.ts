import { createHash, X509Certificate } from 'node:crypto';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { Temporal } from 'temporal-polyfill';
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
import { type Psd2Identity, readPsd2 } from './psd2-certificate.ts';

/** A client certificate from an accepted authority. Without `psd2` it does not identify a third-party provider. */
export interface ClientCertificate extends DatedCertificate {
  /** SHA-256 of the DER bytes, lower-case hexadecimal without colons; tokens are bound to it. */
  readonly fingerprint256: string;
  readonly psd2: Psd2Identity | undefined;
  readonly der: Buffer;
}

export type CertificateRefusal = 'invalid' | 'expired' | 'not-yet-valid' | 'revoked' | 'blocked';

/** The decision about the certificate of one request; the next request is checked again. */
export type CertificateVerdict =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: CertificateRefusal }
  | { readonly kind: 'accepted'; readonly certificate: ClientCertificate };

/**
 * Certificates to refuse before they expire. Issuers and serial numbers have the form of `DatedCertificate`. Revoke by
 * serial number if it matters: the holder can rewrite the ECDSA signature on a certificate, which keeps it valid and
 * changes its fingerprint.
 */
export interface RevocationList {
  isRevoked(issuer: string, serialNumber: string): boolean;
  isBlocked(fingerprint256: string): boolean;
}

export interface ClientCertificates {
  /** Checks the certificate of a TLS connection that is terminated here. */
  ofSocket(socket: TLSSocket): CertificateVerdict;
  /** Checks the `Client-Cert` value (RFC 9440) of a proxy; only for listeners that no other client can reach. */
  ofHeader(value: string): CertificateVerdict;
}

export interface ClientCertificatesOptions {
  readonly clock: Clock;
  readonly revocations: RevocationList;
  /**
   * PEM texts; each may hold several certificates. List the issuing authorities, as trusted lists do, not only their
   * roots: a proxy and Node 24.21 (nodejs/node#65579) do not forward the intermediates that a client sent.
   */
  readonly acceptedAuthorities: readonly string[];
}

/** The immutable facts about a certificate: its bytes and who signed them. */
interface ProvenCertificate extends ChainedCertificate {
  readonly certificate: ClientCertificate;
}

/** More than the number of third-party providers in Europe; about four kilobytes each. */
const provenCertificatesMax = 2_000;

const none: CertificateVerdict = { kind: 'none' };

/**
 * Verifies client certificates. Costly and final work (chain, parsing) is done once per certificate; validity,
 * revocation and block list are checked on every call, because connections outlive them (R26).
 */
export function createClientCertificates(options: ClientCertificatesOptions): ClientCertificates {
  const accepted = options.acceptedAuthorities.flatMap(readAuthorities);
  const proven = lruCache<ProvenCertificate>(provenCertificatesMax);
  const bySocket = new WeakMap<TLSSocket, ProvenCertificate | 'invalid'>();

  /** Only verified certificates are cached, so unauthenticated clients cannot evict known ones. */
  function prove(der: Buffer, presented: readonly Buffer[]): ProvenCertificate | 'invalid' {
    if (der.byteLength > certificateBytesMax) return 'invalid';
    const fingerprint256 = createHash('sha256').update(der).digest('hex');
    const found = proven.get(fingerprint256) ?? examine({ der, fingerprint256, presented, accepted });
    if (found === undefined) return 'invalid';
    proven.set(fingerprint256, found);
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
      const der = readClientCertHeader(value);
      return decide(der === undefined ? 'invalid' : prove(der, []), options);
    },
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

function examine({ der, fingerprint256, presented, accepted }: Examination): ProvenCertificate | undefined {
  try {
    const x509 = new X509Certificate(der);
    // Node ignores trailing bytes and loose encodings; the bytes that are hashed and cached must be the bytes that were
    // parsed.
    if (!x509.raw.equals(der)) return undefined;
    const chain = findChain(x509, presented, accepted);
    if (chain === undefined) return undefined;
    return { chain, certificate: { ...toDated(x509), fingerprint256, psd2: readPsd2(der), der } };
  } catch {
    // The bytes are untrusted input: any parser error means that they prove nothing.
    return undefined;
  }
}

function decide(
  found: ProvenCertificate | 'invalid',
  options: ClientCertificatesOptions,
): CertificateVerdict {
  if (found === 'invalid') return refused('invalid');
  const reason = refusalNow(found, options);
  return reason === undefined ? { kind: 'accepted', certificate: found.certificate } : refused(reason);
}

/** A certificate whose chain was verified, with what its status depends on. */
export interface ChainedCertificate {
  readonly certificate: DatedCertificate & { readonly fingerprint256: string };
  readonly chain: CertificateChain;
}

/** Checks what changes with time: validity, revocation and block list. Returns undefined if nothing is against it. */
export function refusalNow(
  { certificate, chain }: ChainedCertificate,
  { clock, revocations }: { readonly clock: Clock; readonly revocations: RevocationList },
): CertificateRefusal | undefined {
  const now = clock.now();
  const isRevoked = (one: DatedCertificate): boolean => revocations.isRevoked(one.issuer, one.serialNumber);
  if (isBefore(now, certificate.validFrom)) return 'not-yet-valid';
  if (isBefore(certificate.validTo, now)) return 'expired';
  if (!chainHolds(chain, (one) => isInForce(one, now) && !isRevoked(one))) return 'invalid';
  if (isRevoked(certificate)) return 'revoked';
  return revocations.isBlocked(certificate.fingerprint256) ? 'blocked' : undefined;
}

function refused(reason: CertificateRefusal): CertificateVerdict {
  return { kind: 'refused', reason };
}

/** RFC 5280 4.1.2.5: both ends are inclusive. */
function isInForce({ validFrom, validTo }: DatedCertificate, now: Temporal.Instant): boolean {
  return !isBefore(now, validFrom) && !isBefore(validTo, now);
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}
