import assert from 'node:assert/strict';

/**
 * Typst writes one standard at a time. We let it write PDF/A-2a and add what PDF/UA-1 asks for beyond it: the claim
 * in the metadata, described for PDF/A as every foreign name must be, and the title in place of the file name. Both
 * stand in the last two objects of the file, so nothing else moves.
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

/** The names of the fonts that are embedded, without the mark of the subset. */
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
  /** Cross references, trailer and the pointer to them. */
  readonly end: string;
}

function tailOf(pdf: Buffer): Tail {
  const pointer = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.subarray(-pointerBytesMax).toString('latin1'));
  const crossReferencesAt = Number(pointer?.[1]);
  const end = pdf.subarray(crossReferencesAt).toString('latin1');
  assert(end.startsWith('xref'), 'Typst writes a plain table of cross references');
  const entries = Array.from(end.matchAll(/^(\d{10}) 00000 n/gm), ([, at]) => Number(at));
  const [metadataAt = 0, catalogAt = 0] = entries.slice(-2);
  const metadata = pdf.subarray(metadataAt, catalogAt).toString('latin1');
  const catalog = pdf.subarray(catalogAt, crossReferencesAt).toString('latin1');
  assert(metadata.includes('/Type /Metadata'), 'metadata come second to last');
  assert(catalog.includes('/Type /Catalog'), 'the catalogue comes last');
  return { metadataAt, catalogAt, metadata, catalog, end };
}

const pointerBytesMax = 64;

function offsetEntry(offset: number): string {
  return `${String(offset).padStart(10, '0')} 00000 n`;
}

const identifier = 'http://www.aiim.org/pdfua/ns/id/';

/** Says to a reader of PDF/A what the name of PDF/UA means. */
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
  assert(head !== null, 'metadata are a plain stream');
  const [, before, , between, packet = '', after] = head;
  const marked = packet
    .replace(' xmlns:pdfaid=', ` xmlns:pdfuaid="${identifier}"  xmlns:pdfaid=`)
    .replace('<pdfaExtension:schemas><rdf:Bag>', `$&${description}`)
    .replace('<pdfaid:part>', '<pdfuaid:part>1</pdfuaid:part>$&');
  assert(marked.split('pdfuaid').length > namesOfPart, 'metadata have the places we know');
  return `${before}${marked.length}${between}${marked}${after}`;
}

/** Namespace, prefix, opening and closing: each part of the mark has found its place. */
const namesOfPart = 4;

function titledCatalog(catalog: string): string {
  const preferences = '/ViewerPreferences <<';
  assert(catalog.includes(preferences), 'the catalogue has preferences');
  return catalog.replace(preferences, `${preferences}\n    /DisplayDocTitle true`);
}
