import { type AsymmetricKeyDetails, createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import {
  type Authority,
  type DatedCertificate,
  findChain,
  readAuthorities,
  toDated,
} from './certificate-chain.ts';
import { certificateBytesMax } from './certificate-der.ts';
import {
  type CertificateRefusal,
  type ChainedCertificate,
  type ClientCertificatesOptions,
  refusalNow,
} from './client-certificates.ts';
import { type Psd2Identity, readPsd2 } from './psd2-certificate.ts';
import { sealContentError } from './seal-content.ts';

/** A qualified certificate for electronic seals (QSEAL) from an accepted authority. */
export interface SealCertificate extends DatedCertificate, SealKey {
  /** SHA-256 of the DER bytes, lower-case hexadecimal without colons. */
  readonly fingerprint256: string;
  readonly psd2: Psd2Identity;
}

/** The key of a seal. Its facts are read once: on a KeyObject each read costs as much as parsing a header. */
export interface SealKey {
  readonly publicKey: KeyObject;
  readonly keyType: KeyObject['asymmetricKeyType'];
  readonly keyDetails: AsymmetricKeyDetails;
}

export type SealVerdict =
  | {
      readonly kind: 'refused';
      readonly reason: CertificateRefusal;
      /** What is wrong and what to do, for the holder; contains only what the certificate itself says. */
      readonly detail: string;
    }
  | { readonly kind: 'accepted'; readonly certificate: SealCertificate };

/** Verifies the certificates of signatures. A seal identifies no caller: the client certificate does. */
export interface SealCertificates {
  verify(der: Buffer): SealVerdict;
}

/** Refuses every seal, for a process that serves no third party. */
export const noSealsAccepted: SealCertificates = { verify: () => refused('invalid') };

interface ProvenSeal extends ChainedCertificate {
  readonly certificate: SealCertificate;
}

/** As many as client certificates: each organisation has one or two. */
const provenSealsMax = 2_000;

/**
 * Verifies seals against the same authorities and lists as client certificates. Chain and content are verified once per
 * certificate; validity, revocation and block list on every call.
 */
export function createSealCertificates(options: ClientCertificatesOptions): SealCertificates {
  const accepted = options.acceptedAuthorities.flatMap(readAuthorities);
  const proven = lruCache<ProvenSeal>(provenSealsMax);
  return {
    verify(der) {
      if (der.byteLength > certificateBytesMax) return refused('invalid', 'it is too large');
      const fingerprint256 = createHash('sha256').update(der).digest('hex');
      const found = proven.get(fingerprint256) ?? examine(der, fingerprint256, accepted);
      if ('kind' in found) return found;
      // Only verified seals are cached, so other certificates cannot evict them.
      proven.set(fingerprint256, found);
      const reason = refusalNow(found, options);
      return reason === undefined ? { kind: 'accepted', certificate: found.certificate } : refused(reason);
    },
  };
}

function examine(
  der: Buffer,
  fingerprint256: string,
  accepted: readonly Authority[],
): ProvenSeal | SealVerdict {
  try {
    const x509 = new X509Certificate(der);
    // The bytes that are hashed and cached must be the bytes that were parsed.
    if (!x509.raw.equals(der)) return refused('invalid', 'it is not one certificate in DER');
    const chain = findChain(x509, [], accepted, 'seal');
    if (chain === undefined) return refused('invalid');
    const error = sealContentError(der);
    if (error !== undefined) return refused('invalid', error);
    const psd2 = readPsd2(der);
    if (psd2 === undefined)
      return refused(
        'invalid',
        'its PSD2 statement (0.4.0.19495.2) or organizationIdentifier is missing or malformed',
      );
    return { chain, certificate: { ...toDated(x509), fingerprint256, psd2, ...keyOf(x509) } };
  } catch {
    // The bytes are untrusted input: any parser error means that they prove nothing.
    return refused('invalid', 'it is not a certificate in DER');
  }
}

function keyOf({ publicKey }: X509Certificate): SealKey {
  const { asymmetricKeyDetails: keyDetails = {}, asymmetricKeyType: keyType } = publicKey;
  return { publicKey, keyType, keyDetails };
}

const details: Readonly<Record<CertificateRefusal, string>> = {
  invalid: 'no accepted authority issued it',
  'not-yet-valid': 'it is not yet valid',
  expired: 'it has expired',
  revoked: 'its issuer revoked it',
  blocked: 'the bank blocked it',
};

function refused(reason: CertificateRefusal, detail: string = details[reason]): SealVerdict {
  return { kind: 'refused', reason, detail };
}
