import { Temporal } from 'temporal-polyfill';
import { MalformedDer } from '#platform/auth/certificate-der.ts';

/**
 * One value of DER, as a range of its bytes. For responses and lists whose signed bytes are needed as they are, and
 * whose size a parser that makes an object of every value would not bear.
 */
export interface DerValue {
  readonly tag: number;
  /** With tag and length. */
  readonly bytes: Buffer;
  readonly content: Buffer;
}

/** Tags that are read here. */
export const derTag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectId: 0x06,
  enumerated: 0x0a,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
} as const;

/** Context tag of a constructed value. */
export function contextTag(number: number): number {
  return 0xa0 + number;
}

/** Reads bytes that must contain exactly one value. */
export function readValue(bytes: Buffer): DerValue {
  const value = valueAt(bytes, 0);
  if (value.bytes.length !== bytes.length) throw new MalformedDer('bytes after the value');
  return value;
}

/** The values inside a value with this tag, one after the other; a caller may stop early. */
export function* valuesIn(value: DerValue | undefined, tag: number = derTag.sequence): Generator<DerValue> {
  const content = contentOf(value, tag);
  for (let at = 0; at < content.length; ) {
    const inner = valueAt(content, at);
    yield inner;
    at += inner.bytes.length;
  }
}

/** The values inside a SEQUENCE of few members. */
export function membersOf(value: DerValue | undefined, tag?: number): readonly DerValue[] {
  const members: DerValue[] = [];
  for (const member of valuesIn(value, tag)) {
    members.push(member);
    if (members.length > membersMax) throw new MalformedDer('too many members');
  }
  return members;
}

/** The content of a value that must have this tag. */
export function contentOf(value: DerValue | undefined, tag: number): Buffer {
  if (value?.tag !== tag) throw new MalformedDer('unexpected tag');
  return value.content;
}

/** A BIT STRING of whole bytes, such as a signature or a key. */
export function readBits(value: DerValue | undefined): Buffer {
  const content = contentOf(value, derTag.bitString);
  if (content[0] !== 0) throw new MalformedDer('bits are not whole bytes');
  return content.subarray(1);
}

/** An OBJECT IDENTIFIER in dotted form. */
export function readDottedId(value: DerValue | undefined): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of contentOf(value, derTag.objectId)) {
    arc = arc * 0x80 + (byte & 0x7f);
    if (arc > Number.MAX_SAFE_INTEGER / 0x100) throw new MalformedDer('object identifier too large');
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [first = 0, ...rest] = arcs;
  const root = Math.min(Math.floor(first / 40), 2);
  return [root, first - 40 * root, ...rest].join('.');
}

/** A UTCTime or GeneralizedTime in the only forms that RFC 5280 and RFC 6960 allow: whole seconds, UTC. */
export function readTime(value: DerValue | undefined): Temporal.Instant {
  const isShort = value?.tag === derTag.utcTime;
  const text = contentOf(value, isShort ? derTag.utcTime : derTag.generalizedTime).toString('latin1');
  // RFC 5280 4.1.2.5.1: two digits mean the years 1950 to 2049.
  const century = text.slice(0, 2) < '50' ? '20' : '19';
  const match = timePattern.exec(isShort ? `${century}${text}` : text);
  if (match === null) throw new MalformedDer('invalid time');
  const [, year, month, day, hour, minute, second] = match;
  return Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

const timePattern = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
const membersMax = 64;
const longTag = 0x1f;
const lengthBytesMax = 4;

function valueAt(bytes: Buffer, start: number): DerValue {
  const tag = bytes[start];
  if (tag === undefined || (tag & longTag) === longTag) throw new MalformedDer('unsupported tag form');
  const { contentAt, length } = lengthAt(bytes, start + 1);
  const end = contentAt + length;
  if (end > bytes.length) throw new MalformedDer('value is cut off');
  return { tag, bytes: bytes.subarray(start, end), content: bytes.subarray(contentAt, end) };
}

/** DER: the shortest form of a definite length. */
function lengthAt(bytes: Buffer, at: number): { readonly contentAt: number; readonly length: number } {
  const first = bytes[at] ?? 0x80;
  if (first < 0x80) return { contentAt: at + 1, length: first };
  const count = first - 0x80;
  if (count === 0 || count > lengthBytesMax || at + 1 + count > bytes.length)
    throw new MalformedDer('unsupported length form');
  const length = bytes.readUIntBE(at + 1, count);
  const least = count === 1 ? 0x80 : 0x100 ** (count - 1);
  if (length < least) throw new MalformedDer('length is not the shortest form');
  return { contentAt: at + 1 + count, length };
}
