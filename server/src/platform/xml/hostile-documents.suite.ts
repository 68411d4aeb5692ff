import { documentLimits } from './read-document.ts';
import type { DocumentErrorReason } from './xml-error.ts';

/** A document that must be refused, and the reason. */
export interface HostileDocument {
  readonly name: string;
  readonly reason: DocumentErrorReason;
  readonly bytes: Uint8Array;
}

type Row = readonly [name: string, text: string | Uint8Array];

const {
  allAttributesMax,
  attributesMax,
  bytesMax,
  commentsMax,
  depthMax,
  elementsMax,
  nameMaxLength,
  textMaxLength,
  valueMaxLength,
} = documentLimits;

const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?><a/>`;
const bytesOf = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const laughs = Array.from(
  { length: 10 },
  (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
).join('');

const rows: Readonly<Record<DocumentErrorReason, readonly Row[]>> = {
  doctype: [
    ['a document type', '<!DOCTYPE a><a/>'],
    ['a document type after the declaration', '<?xml version="1.0"?>\n<!DOCTYPE a [<!ELEMENT a ANY>]><a/>'],
    ['an external document type', '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>'],
    ['a public document type', '<!DOCTYPE a PUBLIC "-//x//y" "http://127.0.0.1/a.dtd"><a/>'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['an entity of the network', '<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1/x">]><a>&x;</a>'],
    ['a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1/x">%x;]><a/>'],
    ['entities that expand exponentially', `<!DOCTYPE a [<!ENTITY e0 "ha">${laughs}]><a>&e10;</a>`],
    [
      'one long entity used often',
      `<!DOCTYPE a [<!ENTITY x "${'x'.repeat(20_000)}">]><a>${'&x;'.repeat(5_000)}</a>`,
    ],
    ['an entity that contains itself', '<!DOCTYPE a [<!ENTITY x "&x;">]><a>&x;</a>'],
    ['a default attribute', '<!DOCTYPE a [<!ATTLIST a Ccy CDATA "EUR">]><a/>'],
    ['a document type behind a comment', '<!-- --><!DOCTYPE a><a/>'],
  ],
  instruction: [
    ['an instruction before the root', '<?xml-stylesheet href="http://127.0.0.1/x"?><a/>'],
    ['an instruction in the root', '<a><?php echo 1 ?></a>'],
    ['an instruction in a text', '<a>1<?p ?>2</a>'],
    ['an instruction after the root', '<a/><?p ?>'],
  ],
  version: [
    ['XML 1.1', '<?xml version="1.1"?><a/>'],
    ['XML 1.9', '<?xml version="1.9"?><a/>'],
  ],
  encoding: [
    ['UTF-16 with a byte order mark', utf16('\uFEFF<a/>')],
    ['UTF-16 without a byte order mark', utf16('<a/>')],
    ['UTF-16 with the high byte first', utf16('\uFEFF<a/>').swap16()],
    ['UTF-16 with the high byte first, without a mark', utf16('<a/>').swap16()],
    ['UTF-32', bytesOf(0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0, 0x61, 0, 0, 0, 0x2f, 0, 0, 0, 0x3e, 0, 0, 0)],
    ['UTF-16 behind a mark of UTF-8', Buffer.concat([bytesOf(0xef, 0xbb, 0xbf), utf16('<a/>')])],
    ['a declared UTF-16', declared('UTF-16')],
    ['a declared UTF-7', '<?xml version="1.0" encoding="UTF-7"?><a>+ADw-b/+AD4-</a>'],
    ['a declared Latin-1', declared('ISO-8859-1')],
    ['a declared US-ASCII', declared('US-ASCII')],
    ['a declared EBCDIC', declared('IBM037')],
    ['a declared UTF-8 with a suffix', declared('UTF-8-MAC')],
    ['Latin-1 without a declaration', Buffer.from('<a>\u00E9</a>', 'latin1')],
    ['an overlong bracket', bytesOf(0x3c, 0x61, 0x3e, 0xc0, 0xbc, 0x3c, 0x2f, 0x61, 0x3e)],
    ['an encoded surrogate', bytesOf(0x3c, 0x61, 0x3e, 0xed, 0xa0, 0x80, 0x3c, 0x2f, 0x61, 0x3e)],
    ['a character beyond Unicode', bytesOf(0x3c, 0x61, 0x3e, 0xf4, 0x90, 0x80, 0x80, 0x3c, 0x2f, 0x61, 0x3e)],
    ['a character that is cut off', bytesOf(0x3c, 0x61, 0x2f, 0x3e, 0xe2, 0x82)],
    ['a zero in a text', '<a>1\x002</a>'],
    ['a zero in a name', '<a\0/>'],
    ['a zero at the end', '<a/>\0'],
  ],
  'too-large': [['one byte more than allowed', Buffer.alloc(bytesMax + 1, ' ')]],
  'too-deep': [
    ['one level too deep', `${'<a>'.repeat(depthMax + 1)}${'</a>'.repeat(depthMax + 1)}`],
    ['a million levels', '<a>'.repeat(1_000_000)],
    ['levels with quoted brackets', `<a x=">" y='/>'>`.repeat(depthMax + 1)],
    [
      'levels with namespaces',
      Array.from({ length: 50_000 }, (_, at) => `<n${at}:a xmlns:n${at}="urn:n">`).join(''),
    ],
  ],
  'too-many-marks': [],
  'too-many-attributes': [
    [
      'one attribute too many',
      `<a ${Array.from({ length: attributesMax + 1 }, (_, at) => `b${at}="1"`).join(' ')}/>`,
    ],
    [
      'elements with one attribute each, too many of them',
      `<a>${'<b c=""/>'.repeat(allAttributesMax + 1)}</a>`,
    ],
    [
      'a hundred thousand attributes',
      `<a ${Array.from({ length: 100_000 }, (_, at) => `b${at}="1"`).join(' ')}/>`,
    ],
    ['many namespaces', `<a ${Array.from({ length: 1_000 }, (_, at) => `xmlns:p${at}="urn:p"`).join(' ')}/>`],
  ],
  'name-too-long': [
    ['a long element name', `<${'a'.repeat(nameMaxLength + 1)}/>`],
    ['a long attribute name', `<a ${'b'.repeat(nameMaxLength + 1)}="1"/>`],
    ['a long prefix', `<a xmlns:${'p'.repeat(nameMaxLength)}="urn:p"/>`],
  ],
  'text-too-long': [
    ['a long text', `<a>${'1'.repeat(textMaxLength + 1)}</a>`],
    ['a text of the whole size', `<a>${'1'.repeat(bytesMax - 10)}</a>`],
    ['white space of the whole size', `<a>${' '.repeat(bytesMax - 10)}</a>`],
    ['a long attribute', `<a b="${'1'.repeat(valueMaxLength + 1)}"/>`],
    ['an attribute of the whole size', `<a b="${'1'.repeat(bytesMax - 20)}"/>`],
    ['a name of the whole size', `<${'a'.repeat(bytesMax - 10)}/>`],
    ['white space of the whole size in a tag', `<a${' '.repeat(bytesMax - 10)}/>`],
    ['references of the whole size', `<a>${'&#49;'.repeat(Math.floor((bytesMax - 10) / 5))}</a>`],
  ],
  'text-interrupted': [
    ['a comment in a text', '<a><b>1<!-- -->00</b></a>'],
    ['a comment instead of a text', '<a><b><!-- 100 --></b></a>'],
  ],
  comments: [
    ['too many comments', `<a>${'<!---->'.repeat(commentsMax + 1)}<b/></a>`],
    ['three million comments', `<a>${'<!---->'.repeat(2_900_000)}<b/></a>`],
    ['a long comment', `<!--${'x'.repeat(textMaxLength + 1)}--><a/>`],
  ],
  cdata: [
    ['a CDATA section', '<a><![CDATA[100]]></a>'],
    ['a CDATA section that hides markup', '<a><![CDATA[</a><!DOCTYPE a>]]></a>'],
    ['a CDATA section within a text', '<a>1<![CDATA[0]]>0</a>'],
  ],
  namespace: [
    ['a prefix with two meanings', '<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"/></p:a>'],
    ['a prefix with another meaning in a sibling', '<a><p:b xmlns:p="urn:1"/><p:b xmlns:p="urn:2"/></a>'],
    ['another default namespace', '<a xmlns="urn:1"><b xmlns="urn:2"/></a>'],
    ['a default namespace that ends', '<a xmlns="urn:1"><b xmlns=""/></a>'],
  ],
  'not-well-formed': [
    ['nothing', ''],
    ['white space only', ' \n'],
    ['no XML', 'pain.001.001.09'],
    ['JSON', '{"a":1}'],
    ['an unbound prefix', '<p:a/>'],
    ['an unbound prefix of an attribute', '<a p:b="1"/>'],
    ['a prefix that is bound to nothing', '<a xmlns:p=""/>'],
    ['a prefix that ends', '<a xmlns:p="urn:p"><b xmlns:p=""/></a>'],
    ['the prefix xmlns', '<a xmlns:xmlns="urn:x"/>'],
    ['another meaning of xml', '<a xmlns:xml="urn:x"/>'],
    ['two colons', '<a:b:c xmlns:a="urn:a"/>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['an attribute twice by two prefixes', '<a xmlns:p="urn:1" xmlns:q="urn:1" p:b="1" q:b="2"/>'],
    ['a namespace twice', '<a xmlns:p="urn:1" xmlns:p="urn:1"/>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a reference to zero', '<a>&#0;</a>'],
    ['a reference to a surrogate', '<a>&#xD800;</a>'],
    ['a reference beyond Unicode', '<a>&#x110000;</a>'],
    ['an ampersand', '<a>Smith & Co</a>'],
    ['a bracket in an attribute', '<a b="<"/>'],
    ['an attribute without quotes', '<a b=1/>'],
    ['an attribute without a value', '<a b/>'],
    ['attributes without a space', '<a b="1"c="2"/>'],
    ['a control character', '<a>\u0001</a>'],
    ['a character that is none', '<a>\uFFFF</a>'],
    ['the end of a CDATA section', '<a>]]></a>'],
    ['two hyphens in a comment', '<a><!-- -- --></a>'],
    ['two roots', '<a/><a/>'],
    ['text after the root', '<a/>1'],
    ['text before the root', '1<a/>'],
    ['two byte order marks', '\uFEFF\uFEFF<a/>'],
    ['a byte order mark before the declaration only', ' \uFEFF<?xml version="1.0"?><a/>'],
    ['a declaration that is not first', '<a/><?xml version="1.0"?>'],
    ['a declaration without a version', '<?xml encoding="UTF-8"?><a/>'],
    ['a declaration with two encodings', '<?xml version="1.0" encoding="UTF-8" encoding="UTF-16"?><a/>'],
    ['an element that is not closed', '<a><b></a>'],
    ['elements that overlap', '<a><b></a></b>'],
    ['an end without a start', '</a>'],
    ['a name with another case', '<a></A>'],
    ['a tag that is cut off', '<a b="1"'],
    ['a name that begins with a digit', '<1a/>'],
    ['an empty tag', '<>'],
    ['a document type in small letters', '<!doctype a><a/>'],
    ['a conditional section', '<![INCLUDE[<a/>]]>'],
    ['an entity without a document type', '<!ENTITY x "1"><a>&x;</a>'],
  ],
};

/** More than sixty documents, none of which may be read. */
export const hostileDocuments: readonly HostileDocument[] = Object.entries(rows).flatMap(([reason, list]) =>
  list.map(([name, text]) => ({
    name,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of the table
    reason: reason as DocumentErrorReason,
    bytes: typeof text === 'string' ? Buffer.from(text) : text,
  })),
);

/** Refused as the last element of a million is read, so it takes as long as a valid document of this size. */
export const tooManyElements: HostileDocument = {
  name: 'one element too many',
  reason: 'too-many-marks',
  bytes: Buffer.from(`<a>${'<b/>'.repeat(elementsMax)}</a>`),
};
