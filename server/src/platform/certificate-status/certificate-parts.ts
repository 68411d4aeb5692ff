import { type KeyObject, verify, type X509Certificate } from 'node:crypto';
import {
  contextTag,
  type DerValue,
  derTag,
  membersOf,
  readBits,
  readDottedId,
  readValue,
} from './der-value.ts';

/** The parts of a certificate that requests for its status, and the answers, are compared with: bytes as they are. */
export interface CertificateParts {
  /** Content of the INTEGER. */
  readonly serialNumber: Buffer;
  readonly issuerName: Buffer;
  readonly subjectName: Buffer;
  /** The key without its algorithm. */
  readonly publicKeyBits: Buffer;
  readonly extensions: ReadonlyMap<string, Buffer>;
}

/** Reads the parts of a certificate; throws on malformed bytes. */
export function readParts(der: Buffer): CertificateParts {
  const [body] = membersOf(readValue(der));
  const members = membersOf(body);
  const [, serial, , issuer, , subject, key] = members;
  const [, bits] = membersOf(key);
  if (serial === undefined || issuer === undefined || subject === undefined)
    throw new Error('certificate is cut off');
  const extensions = members.find(({ tag }) => tag === contextTag(3));
  return {
    serialNumber: serial.content,
    issuerName: issuer.bytes,
    subjectName: subject.bytes,
    publicKeyBits: readBits(bits),
    extensions:
      extensions === undefined
        ? new Map()
        : readExtensionList(membersOf(extensions, contextTag(3))[0]).values,
  };
}

/** A list of extensions by identifier, and those that a reader must understand. */
export interface ExtensionList {
  readonly values: ReadonlyMap<string, Buffer>;
  readonly critical: ReadonlySet<string>;
}

/** Reads Extensions (RFC 5280 4.1). */
export function readExtensionList(list: DerValue | undefined): ExtensionList {
  const values = new Map<string, Buffer>();
  const critical = new Set<string>();
  for (const extension of membersOf(list)) {
    const [id, ...rest] = membersOf(extension);
    const value = rest.at(-1);
    const name = readDottedId(id);
    if (value?.tag !== derTag.octetString || values.has(name)) throw new Error('malformed extension');
    values.set(name, value.content);
    if (rest[0]?.tag === derTag.boolean) critical.add(name);
  }
  return { values, critical };
}

/** Digests of sound signature algorithms. The runtime takes EdDSA without one. */
const digests: ReadonlyMap<string, string | null> = new Map([
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
  ['1.3.101.112', null],
]);

/** Something signed, in the form that certificates, lists and responses share. */
export interface SignedParts {
  readonly body: DerValue;
  readonly algorithm: DerValue;
  readonly signature: DerValue;
}

/** Whether this key made the signature, over the bytes as they arrived. */
export function isSignedBy({ algorithm, body, signature }: SignedParts, key: KeyObject): boolean {
  const [id] = membersOf(algorithm);
  const digest = digests.get(readDottedId(id));
  return digest !== undefined && verify(digest, body.bytes, key, readBits(signature));
}

/** Whether the issuer signed this certificate; names can be copied, so the signature decides. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return (
    certificate.checkIssued(issuer) &&
    digests.has(certificate.signatureAlgorithmOid ?? '') &&
    certificate.verify(issuer.publicKey)
  );
}
