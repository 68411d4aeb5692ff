/** A value in DER with its tag; tags above 30 are read as well, which the parser of certificates refuses. */
export interface DerValue {
  /** The first byte without the tag number: class and form. */
  readonly form: number;
  readonly tag: number;
  readonly content: Buffer;
}

/** The bytes are not DER. */
class MalformedDer extends Error {
  override readonly name = 'MalformedDer';
}

const longTag = 0x1f;
const valuesMax = 200;

/** Reads the values that follow each other in these bytes. */
export function readValues(bytes: Buffer): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (values.length >= valuesMax) throw new MalformedDer('too many values');
    const { next, value } = readValue(bytes, at);
    values.push(value);
    at = next;
  }
  return values;
}

function readValue(bytes: Buffer, at: number): { readonly value: DerValue; readonly next: number } {
  const first = byteAt(bytes, at);
  const { at: lengthAt, tag } =
    (first & longTag) === longTag ? readLongTag(bytes, at + 1) : { tag: first & longTag, at: at + 1 };
  const { at: contentAt, length } = readLength(bytes, lengthAt);
  const next = contentAt + length;
  if (next > bytes.length) throw new MalformedDer('value longer than its bytes');
  return { value: { form: first & 0xe0, tag, content: bytes.subarray(contentAt, next) }, next };
}

/** Tag numbers in base 128, of at most two bytes. */
function readLongTag(bytes: Buffer, at: number): { readonly tag: number; readonly at: number } {
  const first = byteAt(bytes, at);
  if (first < 0x80) return { tag: first, at: at + 1 };
  const second = byteAt(bytes, at + 1);
  if (second >= 0x80 || first === 0x80) throw new MalformedDer('unsupported tag');
  return { tag: (first & 0x7f) * 0x80 + second, at: at + 2 };
}

function readLength(bytes: Buffer, at: number): { readonly length: number; readonly at: number } {
  const first = byteAt(bytes, at);
  if (first < 0x80) return { length: first, at: at + 1 };
  if (first === 0x81) return { length: byteAt(bytes, at + 1), at: at + 2 };
  if (first === 0x82) return { length: byteAt(bytes, at + 1) * 0x100 + byteAt(bytes, at + 2), at: at + 3 };
  throw new MalformedDer('unsupported length form');
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new MalformedDer('too short');
  return byte;
}

const sequence = { form: 0x20, tag: 0x10 } as const;
const octetString = { form: 0x00, tag: 0x04 } as const;
const enumerated = { form: 0x00, tag: 0x0a } as const;
const boolean = { form: 0x00, tag: 0x01 } as const;
const integer = { form: 0x00, tag: 0x02 } as const;
const contextClass = 0xa0;

/** The members of a SEQUENCE. */
export function sequenceIn(value: DerValue | undefined): readonly DerValue[] {
  return readValues(contentOf(value, sequence));
}

/** The bytes of an OCTET STRING. */
export function octetsIn(value: DerValue | undefined): Buffer {
  return contentOf(value, octetString);
}

/** A small ENUMERATED or INTEGER value. */
export function numberIn(value: DerValue | undefined): number {
  const content = contentOf(value, value?.tag === integer.tag ? integer : enumerated);
  if (content.length === 0 || content.length > 4) throw new MalformedDer('number too large');
  return content.readUIntBE(0, content.length);
}

/** A BOOLEAN; in DER, true is 0xff. */
export function booleanIn(value: DerValue | undefined): boolean {
  const content = contentOf(value, boolean);
  if (content.length !== 1) throw new MalformedDer('unexpected length');
  return content[0] === 0xff;
}

/** The value inside an explicit context tag of a list; undefined if the list does not have it. */
export function taggedIn(values: readonly DerValue[], tag: number): DerValue | undefined {
  const found = values.find((value) => value.form === contextClass && value.tag === tag);
  return found && readValues(found.content)[0];
}

/** The members of a SET. */
export function setIn(value: DerValue | undefined): readonly DerValue[] {
  return readValues(contentOf(value, { form: 0x20, tag: 0x11 }));
}

function contentOf(
  value: DerValue | undefined,
  kind: { readonly form: number; readonly tag: number },
): Buffer {
  if (value?.form !== kind.form || value.tag !== kind.tag) throw new MalformedDer('unexpected value');
  return value.content;
}
