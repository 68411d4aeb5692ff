/**
 * Object identifiers of the attribute types that names of authorities have, by the spellings of common programs. Types
 * that are written as object identifiers need no entry.
 */
const typeIds: ReadonlyMap<string, string> = new Map([
  ['cn', '2.5.4.3'],
  ['commonname', '2.5.4.3'],
  ['serialnumber', '2.5.4.5'],
  ['c', '2.5.4.6'],
  ['countryname', '2.5.4.6'],
  ['l', '2.5.4.7'],
  ['localityname', '2.5.4.7'],
  ['st', '2.5.4.8'],
  ['s', '2.5.4.8'],
  ['stateorprovincename', '2.5.4.8'],
  ['street', '2.5.4.9'],
  ['streetaddress', '2.5.4.9'],
  ['o', '2.5.4.10'],
  ['organizationname', '2.5.4.10'],
  ['ou', '2.5.4.11'],
  ['organizationalunitname', '2.5.4.11'],
  ['postalcode', '2.5.4.17'],
  ['organizationidentifier', '2.5.4.97'],
  ['oid', '2.5.4.97'],
  ['dc', '0.9.2342.19200300.100.1.25'],
  ['domaincomponent', '0.9.2342.19200300.100.1.25'],
  ['e', '1.2.840.113549.1.9.1'],
  ['email', '1.2.840.113549.1.9.1'],
  ['emailaddress', '1.2.840.113549.1.9.1'],
]);

const percentEncoded = /%([0-9A-Fa-f]{2})/g;
/** An escape of RFC 4514: a byte in hexadecimal, or the character itself. */
const escaped = /\\([0-9A-Fa-f]{2}|.)/gs;
/** A separator that an attribute type follows. Any other comma belongs to a value, escaped or not. */
const separator = /(?<!\\)[,;+]\s*(?=(?:oid\.)?[a-z0-9][a-z0-9.-]*=)/i;
const attribute = /^(?:oid\.)?([a-z0-9][a-z0-9.-]*)=(.*)$/is;
/** A value as bytes: a UTF8String, PrintableString or IA5String with a short length, which Java writes for types it does not know. */
const encodedValue = /^#(?:0c|13|16)([0-7][0-9a-f])((?:[0-9a-f]{2})+)$/i;

/**
 * Whether two distinguished names have the same attributes, whatever their order, case, blanks and escapes. Names in
 * headers are also percent-encoded. False if one of them is not a name.
 */
export function isSameName(sent: string, certificateName: string): boolean {
  const one = attributesOf(decodePercent(sent));
  const other = attributesOf(Buffer.from(certificateName, 'utf8').toString('latin1'));
  return one !== undefined && other !== undefined && one.join('\n') === other.join('\n');
}

/** Text is bytes here, one character each, until a value is complete: escapes and encodings are about bytes. */
function decodePercent(text: string): string {
  return text.replaceAll(percentEncoded, (_, hex: string) => fromHex(hex));
}

function attributesOf(name: string): readonly string[] | undefined {
  const parts = name
    .trim()
    .split(separator)
    .map((part) => attribute.exec(part));
  const attributes = parts.flatMap((part) => {
    const [, type = '', value = ''] = part ?? [];
    return type === ''
      ? []
      : [`${typeIds.get(type.toLowerCase()) ?? type.toLowerCase()}=${canonicalValue(value)}`];
  });
  return attributes.length === parts.length ? attributes.toSorted() : undefined;
}

function canonicalValue(value: string): string {
  const [, length = '', content = ''] = encodedValue.exec(value) ?? [];
  const isEncoded = content !== '' && Number.parseInt(length, 16) === content.length / 2;
  const bytes = isEncoded ? fromHex(content) : unescape(value);
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return JSON.stringify(text.normalize('NFC').toLowerCase().trim().replaceAll(/\s+/g, ' '));
}

function unescape(value: string): string {
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  const inner = isQuoted ? value.slice(1, -1) : value;
  return inner.replaceAll(escaped, (_, code: string) => (code.length === 2 ? fromHex(code) : code));
}

function fromHex(hex: string): string {
  return Buffer.from(hex, 'hex').toString('latin1');
}
