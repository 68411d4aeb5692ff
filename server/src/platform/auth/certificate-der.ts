import {
  Boolean as Asn1Boolean,
  Set as Asn1Set,
  type AsnType,
  Constructed,
  fromBER,
  Integer,
  ObjectIdentifier,
  OctetString,
  PrintableString,
  Sequence,
  Utf8String,
} from 'asn1js';

/** A larger certificate is refused unread; a qualified one has one to four kilobytes. */
export const certificateBytesMax = 8 * 1024;

/** Twice what a real certificate has: these bound what a hostile one can cost. */
const nodesMax = 300;
/** All object identifiers together; the reader makes an object of every arc. */
const objectIdBytesMax = 512;
const parserLimits = {
  maxDepth: 16,
  maxNodes: nodesMax,
  // Octet and bit strings stay bytes; what is inside is read only where it is wanted.
  parseEmbedded: false,
};

/** The first byte of a value, without and with the bit that says it holds further values. */
const tags = { constructed: 0x20, long: 0x1f, objectIds: [0x06, 0x0d], flatLists: [0x10, 0x11] } as const;
const contextClass = 3;
const version3 = 2;
const printableText = /^[A-Za-z0-9 '()+,\-./:=?]*$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes are not what RFC 5280 prescribes. Says nothing about them, so that it may be logged. */
export class MalformedDer extends Error {
  override readonly name = 'MalformedDer';
}

export interface NameAttribute {
  readonly id: string;
  readonly value: AsnType;
}

export interface CertificateExtension {
  readonly critical: boolean;
  readonly value: Uint8Array;
}

/** The parts of a certificate that the runtime's own reader does not give, by object identifier. */
export interface CertificateFields {
  readonly subject: readonly NameAttribute[];
  readonly extensions: ReadonlyMap<string, CertificateExtension>;
}

/** Reads a certificate of version 3. Throws on every deviation from the shape of RFC 5280. */
export function readCertificate(der: Uint8Array): CertificateFields {
  if (der.byteLength > certificateBytesMax) throw new MalformedDer('certificate too large');
  const certificate = readSequence(readDer(der));
  if (certificate.length !== 3) throw new MalformedDer('certificate is not three parts');
  const [version, , , , , subject, , ...optional] = readSequence(certificate[0]);
  if (readInteger(explicitly(0, version)) !== version3)
    throw new MalformedDer('certificate is not version 3');
  // Between the key and the extensions stand at most two unique identifiers, which nobody uses.
  const extensions = explicitly(3, optional.at(-1));
  return { subject: readName(subject), extensions: readExtensions(extensions) };
}

/** Reads bytes that must be exactly one value, nothing before and nothing after. */
export function readDer(der: Uint8Array): AsnType {
  refuseCostly(der);
  const { offset, result } = fromBER(der, parserLimits);
  if (offset !== der.byteLength || result.error !== '') throw new MalformedDer('not one ASN.1 value');
  return result;
}

/** The members of a SEQUENCE. */
export function readSequence(node: AsnType | undefined): readonly AsnType[] {
  return ofKind(Sequence, node).valueBlock.value;
}

/** An OBJECT IDENTIFIER in dotted form. */
export function readObjectId(node: AsnType | undefined): string {
  return ofKind(ObjectIdentifier, node).valueBlock.toString();
}

/** A UTF8String; bytes that are not UTF-8 are refused, not repaired. */
export function readUtf8(node: AsnType | undefined): string {
  return utf8.decode(ofKind(Utf8String, node).valueBlock.valueHexView);
}

/** The two kinds of text that RFC 5280 leaves to new certificates. */
export function readDirectoryText(node: AsnType | undefined): string {
  if (!(node instanceof PrintableString)) return readUtf8(node);
  const text = utf8.decode(ofKind(PrintableString, node).valueBlock.valueHexView);
  if (!printableText.test(text)) throw new MalformedDer('unprintable text');
  return text;
}

function readBoolean(node: AsnType | undefined): boolean {
  return ofKind(Asn1Boolean, node).valueBlock.value;
}

/** A small INTEGER, such as a version or a path length; a larger one is refused. */
export function readInteger(node: AsnType | undefined): number {
  const { isHexOnly, valueDec } = ofKind(Integer, node).valueBlock;
  if (isHexOnly) throw new MalformedDer('integer too large');
  return valueDec;
}

/**
 * Looks at tags and lengths alone, before anything is built of them. What DER does not have and what would cost the
 * reader much is refused here.
 */
function refuseCostly(der: Uint8Array): void {
  let nodes = 0;
  let objectIdBytes = 0;
  for (let at = 0; at < der.byteLength; ) {
    const tag = der[at] ?? 0;
    const { contentAt, length } = readLength(der, at + 1);
    nodes += 1;
    if (tags.objectIds.some((one) => one === (tag & ~tags.constructed))) objectIdBytes += length;
    if (nodes > nodesMax || objectIdBytes > objectIdBytesMax) throw new MalformedDer('too many values');
    // The reader looks for further values in every list, whatever its first byte says.
    if ((tag & tags.long) === tags.long || tags.flatLists.some((one) => one === tag)) {
      throw new MalformedDer('tag of another form');
    }
    at = (tag & tags.constructed) === 0 ? contentAt + length : contentAt;
  }
}

/** A length in one, two or three bytes; that is enough for all we read, and leaves out indefinite ones. */
function readLength(der: Uint8Array, at: number): { contentAt: number; length: number } {
  const [first = 0, second = 0, third = 0] = der.subarray(at, at + 3);
  if (first < 0x80) return { contentAt: at + 1, length: first };
  if (first === 0x81) return { contentAt: at + 2, length: second };
  if (first === 0x82) return { contentAt: at + 3, length: second * 0x100 + third };
  throw new MalformedDer('length of another form');
}

function readName(node: AsnType | undefined): readonly NameAttribute[] {
  return readSequence(node)
    .flatMap((relativeName) => ofKind(Asn1Set, relativeName).valueBlock.value)
    .map((attribute) => {
      const [id, value, ...rest] = readSequence(attribute);
      if (value === undefined || rest.length > 0) throw new MalformedDer('name attribute is not a pair');
      return { id: readObjectId(id), value };
    });
}

function readExtensions(node: AsnType): ReadonlyMap<string, CertificateExtension> {
  const extensions = new Map<string, CertificateExtension>();
  for (const entry of readSequence(node)) {
    const parts = readSequence(entry);
    if (parts.length !== 2 && parts.length !== 3)
      throw new MalformedDer('extension is not two or three parts');
    const id = readObjectId(parts[0]);
    // RFC 5280 4.2: one instance each. Two would let two readers see two different certificates.
    if (extensions.has(id)) throw new MalformedDer('extension given twice');
    const critical = parts.length === 3 && readBoolean(parts[1]);
    extensions.set(id, { critical, value: ofKind(OctetString, parts.at(-1)).valueBlock.valueHexView });
  }
  return extensions;
}

/** The value inside an explicit context tag. */
function explicitly(tag: number, node: AsnType | undefined): AsnType {
  const { idBlock, valueBlock } = ofKind(Constructed, node);
  const [value, ...rest] = valueBlock.value;
  if (idBlock.tagClass !== contextClass || idBlock.tagNumber !== tag)
    throw new MalformedDer('other tag expected');
  if (value === undefined || rest.length > 0) throw new MalformedDer('tag does not hold one value');
  return value;
}

/**
 * Narrows to exactly this class: the reader's classes extend each other (a DATE is a Utf8String to it), and BER's
 * strings in pieces have no place in DER.
 */
function ofKind<T extends AsnType>(kind: new () => T, node: AsnType | undefined): T {
  if (!(node instanceof kind) || node.constructor !== kind)
    throw new MalformedDer('other ASN.1 type expected');
  if (node.idBlock.isConstructed !== node instanceof Constructed) throw new MalformedDer('string in pieces');
  return node;
}
