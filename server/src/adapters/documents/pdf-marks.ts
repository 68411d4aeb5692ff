import assert from 'node:assert/strict';

/**
 * Typst writes one standard at a time. It writes PDF/A-2a, and this adds what PDF/UA-1 requires: the claim in the
 * metadata with its PDF/A extension schema, and the title in place of the file name. Both are in the last two objects
 * of the file, so no other offset changes.
 */
export function withUniversalAccess(pdf: Buffer): Buffer {
  const tail = tailOf(pdf);
  const metadata = markedMetadata(tail.metadata);
  const catalog = titledCatalog(tail.catalog);
  const catalogAt = tail.metadataAt + metadata.length;
  const crossReferencesAt = catalogAt + catalog.length;
  const end = tail.end
    .replace(offsetEntry(tail.catalogAt), offsetEntry(catalogAt))
    .replace(/startxref\s+\d+/, `startxref\n${crossReferencesAt}`);
  return Buffer.concat([pdf.subarray(0, tail.metadataAt), Buffer.from(metadata + catalog + end, 'latin1')]);
}

/** Returns the names of embedded fonts, without the subset prefix. */
export function fontNamesIn(pdf: Buffer): readonly string[] {
  const names = pdf.toString('latin1').matchAll(/\/FontName \/(?:[A-Z]{6}\+)?([^\s/<>]+)/g);
  return [...new Set(Array.from(names, ([, name = '']) => name))];
}

interface Tail {
  readonly metadataAt: number;
  readonly catalogAt: number;
  /** The objects as Latin-1, in which every byte is a character. */
  readonly metadata: string;
  readonly catalog: string;
  /** Cross-reference table, trailer and startxref. */
  readonly end: string;
}

function tailOf(pdf: Buffer): Tail {
  const pointer = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.subarray(-pointerBytesMax).toString('latin1'));
  const crossReferencesAt = Number(pointer?.[1]);
  const end = pdf.subarray(crossReferencesAt).toString('latin1');
  assert(end.startsWith('xref'), 'Typst writes a plain cross-reference table');
  const entries = Array.from(end.matchAll(/^(\d{10}) 00000 n/gm), ([, at]) => Number(at));
  const [metadataAt = 0, catalogAt = 0] = entries.slice(-2);
  const metadata = pdf.subarray(metadataAt, catalogAt).toString('latin1');
  const catalog = pdf.subarray(catalogAt, crossReferencesAt).toString('latin1');
  assert(metadata.includes('/Type /Metadata'), 'metadata is the second to last object');
  assert(catalog.includes('/Type /Catalog'), 'the catalogue is the last object');
  return { metadataAt, catalogAt, metadata, catalog, end };
}

const pointerBytesMax = 64;

function offsetEntry(offset: number): string {
  return `${String(offset).padStart(10, '0')} 00000 n`;
}

const identifier = 'http://www.aiim.org/pdfua/ns/id/';

/** The PDF/A extension schema that describes the PDF/UA property. */
const description =
  '<rdf:li rdf:parseType="Resource">' +
  '<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>' +
  `<pdfaSchema:namespaceURI>${identifier}</pdfaSchema:namespaceURI>` +
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>' +
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">' +
  '<pdfaProperty:category>internal</pdfaProperty:category>' +
  '<pdfaProperty:description>Part of ISO 14289 the document conforms to</pdfaProperty:description>' +
  '<pdfaProperty:name>part</pdfaProperty:name>' +
  '<pdfaProperty:valueType>Integer</pdfaProperty:valueType>' +
  '</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>';

function markedMetadata(metadata: string): string {
  const head = /^(.*?\/Length )(\d+)(.*?stream\r?\n)(.*)(\r?\nendstream.*)$/s.exec(metadata);
  assert(head !== null, 'metadata is a plain stream');
  const [, before, , between, packet = '', after] = head;
  const marked = packet
    .replace(' xmlns:pdfaid=', ` xmlns:pdfuaid="${identifier}"  xmlns:pdfaid=`)
    .replace('<pdfaExtension:schemas><rdf:Bag>', `$&${description}`)
    .replace('<pdfaid:part>', '<pdfuaid:part>1</pdfuaid:part>$&');
  assert(marked.split('pdfuaid').length > namesOfPart, 'metadata has the expected structure');
  return `${before}${marked.length}${between}${marked}${after}`;
}

/** Namespace, prefix, opening and closing: all parts must be found. */
const namesOfPart = 4;

function titledCatalog(catalog: string): string {
  const preferences = '/ViewerPreferences <<';
  assert(catalog.includes(preferences), 'the catalogue has preferences');
  return catalog.replace(preferences, `${preferences}\n    /DisplayDocTitle true`);
}
