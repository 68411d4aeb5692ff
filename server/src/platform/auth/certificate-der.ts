import {
  Boolean as Asn1Boolean,
  Set as Asn1Set,
  type AsnType,
  Constructed,
  fromBER,
  Integer,
  ObjectIdentifier,
  OctetString,
  Primitive,
  PrintableString,
  Sequence,
  Utf8String,
} from 'asn1js';

/** Larger certificates are rejected without parsing; a qualified one has one to four kilobytes. */
export const certificateBytesMax = 8 * 1024;

/** Twice what a real certificate needs; limits the cost of a hostile one. */
const nodesMax = 300;
/** For all object identifiers together; the parser creates an object for every arc. */
const objectIdBytesMax = 512;
const parserLimits = {
  maxDepth: 16,
  maxNodes: nodesMax,
  // Octet and bit strings stay bytes; their content is parsed only if needed.
  parseEmbedded: false,
};

/** The first byte of a value, without and with the bit that marks it as constructed. */
const tags = { constructed: 0x20, long: 0x1f, objectIds: [0x06, 0x0d], flatLists: [0x10, 0x11] } as const;
const contextClass = 3;
const version3 = 2;
const printableText = /^[A-Za-z0-9 '()+,\-./:=?]*$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes violate RFC 5280. The message contains none of them, so that it may be logged. */
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

/** The parts of a certificate that the runtime's own parser does not expose, by object identifier. */
export interface CertificateFields {
  readonly subject: readonly NameAttribute[];
  readonly extensions: ReadonlyMap<string, CertificateExtension>;
}

/** Reads a certificate of version 3. Throws on every deviation from RFC 5280. */
export function readCertificate(der: Uint8Array): CertificateFields {
  if (der.byteLength > certificateBytesMax) throw new MalformedDer('certificate too large');
  const certificate = readSequence(readDer(der));
  if (certificate.length !== 3) throw new MalformedDer('certificate is not three parts');
  const [version, , , , , subject, , ...optional] = readSequence(certificate[0]);
  if (readInteger(explicitly(0, version)) !== version3)
    throw new MalformedDer('certificate is not version 3');
  // At most two unique identifiers, which are unused in practice, stand between the key and the extensions.
  const extensions = explicitly(3, optional.at(-1));
  return { subject: readName(subject), extensions: readExtensions(extensions) };
}

/** Reads bytes that must contain exactly one value. */
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

/** A UTF8String. Bytes that are not UTF-8 are rejected, not repaired. */
export function readUtf8(node: AsnType | undefined): string {
  return utf8.decode(ofKind(Utf8String, node).valueBlock.valueHexView);
}

/** Text in one of the two string types that RFC 5280 allows for new certificates. */
export function readDirectoryText(node: AsnType | undefined): string {
  if (!(node instanceof PrintableString)) return readUtf8(node);
  const text = utf8.decode(ofKind(PrintableString, node).valueBlock.valueHexView);
  if (!printableText.test(text)) throw new MalformedDer('unprintable text');
  return text;
}

/** Text under a context tag of its own, such as a DNS name; undefined if the tag is another one. */
export function readContextText(node: AsnType, tag: number): string | undefined {
  const { tagClass, tagNumber } = node.idBlock;
  if (!(node instanceof Primitive) || tagClass !== contextClass || tagNumber !== tag) return undefined;
  return utf8.decode(node.valueBlock.valueHexView);
}

function readBoolean(node: AsnType | undefined): boolean {
  return ofKind(Asn1Boolean, node).valueBlock.value;
}

/** A small INTEGER, such as a version or a path length; a larger one is rejected. */
export function readInteger(node: AsnType | undefined): number {
  const { isHexOnly, valueDec } = ofKind(Integer, node).valueBlock;
  if (isHexOnly) throw new MalformedDer('integer too large');
  return valueDec;
}

/**
 * Checks tags and lengths before anything is parsed. Rejects what DER does not allow and what would be costly to parse.
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
    // The parser treats every list as constructed, whatever its first byte says.
    if ((tag & tags.long) === tags.long || tags.flatLists.some((one) => one === tag)) {
      throw new MalformedDer('unsupported tag form');
    }
    at = (tag & tags.constructed) === 0 ? contentAt + length : contentAt;
  }
}

/** A length in one, two or three bytes. That covers every certificate we read and excludes indefinite lengths. */
function readLength(der: Uint8Array, at: number): { contentAt: number; length: number } {
  const [first = 0, second = 0, third = 0] = der.subarray(at, at + 3);
  if (first < 0x80) return { contentAt: at + 1, length: first };
  if (first === 0x81) return { contentAt: at + 2, length: second };
  if (first === 0x82) return { contentAt: at + 3, length: second * 0x100 + third };
  throw new MalformedDer('unsupported length form');
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
    // RFC 5280 4.2: one instance each. With two, two parsers could see two different certificates.
    if (extensions.has(id)) throw new MalformedDer('duplicate extension');
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
    throw new MalformedDer('unexpected tag');
  if (value === undefined || rest.length > 0) throw new MalformedDer('tag does not contain one value');
  return value;
}

/**
 * Narrows to exactly this class: the parser's classes extend each other (a DATE is a Utf8String to it), and BER's
 * constructed strings are not valid DER.
 */
function ofKind<T extends AsnType>(kind: new () => T, node: AsnType | undefined): T {
  if (!(node instanceof kind) || node.constructor !== kind) throw new MalformedDer('unexpected ASN.1 type');
  if (node.idBlock.isConstructed !== node instanceof Constructed)
    throw new MalformedDer('constructed string');
  return node;
}
