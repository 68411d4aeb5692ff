import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Json } from '#capabilities/correspondence/ports/document-renderer.ts';
import { job, sourcesIn, starter } from './document-renderer.suite.ts';
import { readDocx } from './docx-source.ts';
import { renderDocx } from './render-docx.ts';
import { RenderError } from './worker-protocol.ts';
import { readZip, writeZip } from './zip-file.ts';

vi.setConfig({ testTimeout: 20_000 });

const bytesMax = 1_000_000;
const limits = { entriesMax: 1_000, unpackedMaxBytes: 50_000_000, ratioMax: 100 };

const types =
  '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ' +
  'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

function documentOf(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
}

function paragraph(text: string): string {
  return `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

function docx(body: string, others: Readonly<Record<string, string>> = {}): Uint8Array {
  const parts = { '[Content_Types].xml': types, 'word/document.xml': documentOf(body), ...others };
  return writeZip(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) })));
}

function bodyOf(made: Uint8Array): string {
  const part = readZip(made, limits).find(({ name }) => name === 'word/document.xml');
  return Buffer.from(part?.content ?? []).toString('utf8');
}

function filled(body: string, data: Json): string {
  return bodyOf(renderDocx(job(docx(body), data), bytesMax));
}

test('values, lists and filters are rendered', () => {
  const body = paragraph('{person.name}: {amount | money}{#items} [{.}]{/items}{^none} nothing{/none}');
  const data = { person: { name: 'Anna' }, amount: { amount: '12.5', currency: 'EUR' }, items: ['a', 'b'] };
  expect(filled(body, data)).toContain('Anna: €12.50 [a] [b] nothing');
});

test('data never becomes markup or a tag', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (noise) => {
      const value = `<w:p>{other}${noise}&`;
      const xml = filled(paragraph('{a}'), { a: value, other: 'never' });
      const texts = Array.from(xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g), ([, text = '']) => text);
      const shown = texts
        .join('\n')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"');
      expect(shown.replaceAll('&apos;', "'").replaceAll('&amp;', '&')).toBe(value);
    }),
    { numRuns: 100 },
  );
});

test.each([
  ['raw markup', '{@a}'],
  ['an expression', '{a + 1}'],
  ['a call', '{a.toString()}'],
  ['another filter', '{a | upper}'],
  ['other delimiters', '{=[[ ]]=}'],
  ['a prototype', '{a.__proto__}'],
  ['a constructor', '{constructor}'],
  ['an unknown name', '{missing}'],
  ['an unclosed list', '{#a}'],
])('a tag with %s is rejected', (_name, tag) => {
  expect(() => filled(paragraph(tag), { a: '<w:b/>' })).toThrow(RenderError);
});

const relations = (target: string): string =>
  `<Relationships xmlns="x"><Relationship Id="r1" Type="image" Target="${target}" TargetMode="External"/></Relationships>`;

test.each<[string, string, Readonly<Record<string, string>>]>([
  ['macros', paragraph('x'), { 'word/vbaProject.bin': 'x' }],
  ['an embedded object', paragraph('x'), { 'word/embeddings/oleObject1.bin': 'x' }],
  ['active controls', paragraph('x'), { 'word/activeX/activeX1.xml': 'x' }],
  [
    'an external picture',
    paragraph('x'),
    { 'word/_rels/document.xml.rels': relations('http://127.0.0.1/x') },
  ],
  [
    'a local file of the reader',
    paragraph('x'),
    { 'word/_rels/document.xml.rels': relations('file:///etc/passwd') },
  ],
  ['a field that starts programs', '<w:p><w:r><w:instrText> DDEAUTO c:\\\\x </w:instrText></w:r></w:p>', {}],
  ['a field that fetches', '<w:p><w:fldSimple w:instr="INCLUDEPICTURE http://x"/></w:p>', {}],
  ['foreign content', '<w:altChunk/>', {}],
  ['entities', paragraph('x'), { 'word/x.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x/>' }],
  ['another encoding', paragraph('x'), { 'word/x.xml': '<?xml version="1.0" encoding="UTF-7"?><x/>' }],
])('a docx with %s is rejected', (_name, body, others) => {
  expect(() => readDocx(docx(body, others))).toThrow(RenderError);
});

test('page number fields are allowed', () => {
  const body = '<w:p><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r></w:p>';
  expect(readDocx(docx(body)).map(({ name }) => name)).toContain('word/document.xml');
});

test('an archive is checked by its directory before it is unpacked', () => {
  const many = Array.from({ length: 1_001 }, (_, index) => ({
    name: `${index}.xml`,
    content: Buffer.from('x'),
  }));
  const dense = [{ name: 'a.xml', content: Buffer.alloc(5_000_000) }];
  const large = Array.from({ length: 6 }, (_, index) => ({
    name: `${index}.xml`,
    content: Buffer.alloc(9_000_000, 'abcdefghijklmnopqrstuvwxyz'),
  }));
  for (const [entries, ratioMax] of [
    [many, 100],
    [dense, 100],
    [large, 10_000],
  ] as const)
    expect(() => readZip(writeZip(entries), { ...limits, ratioMax })).toThrow(RenderError);
});

test('an archive with more data than its directory declares is rejected while it is unpacked', () => {
  const honest = Buffer.from(writeZip([{ name: 'a.xml', content: Buffer.alloc(100_000, 'ab') }]));
  const packedBytes = deflateRawSync(Buffer.alloc(100_000, 'ab')).length;
  const directoryAt = 30 + 'a.xml'.length + packedBytes;
  honest.writeUInt32LE(packedBytes + 1, directoryAt + 24);
  expect(() => readZip(honest, limits)).toThrow(RenderError);
});

test('an archive with damaged content is rejected by its checksum, wherever the damage is', () => {
  const name = 'a.xml';
  const content = Buffer.from('<w:t>100.00</w:t>');
  const sound = Buffer.from(writeZip([{ name, content }]));
  const start = 30 + name.length;
  for (let at = start; at < start + deflateRawSync(content).length; at += 1) {
    const damaged = Buffer.from(sound);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect(failureOf(() => readZip(damaged, limits))).toBeInstanceOf(RenderError);
  }
});

function failureOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    // The result depends on the content.
    return error;
  }
}

test('arbitrary bytes never fail other than by a rejection', () => {
  const sound = Buffer.from(docx(paragraph('x')));
  fc.assert(
    fc.property(fc.nat(sound.length - 1), fc.nat(255), (at, byte) => {
      const broken = Buffer.from(sound);
      broken[at] = byte;
      const failure = failureOf(() => readZip(broken, limits));
      expect(failure === undefined || failure instanceof RenderError).toBe(true);
    }),
    { numRuns: 1_000 },
  );
  expect(() => readZip(Buffer.from('not a zip'), limits)).toThrow(RenderError);
  expect(() => readZip(new Uint8Array(), limits)).toThrow(RenderError);
});

test('a packed zip unpacks to the same files', () => {
  const entries = [
    { name: 'a/ä.xml', content: Buffer.from('one') },
    { name: 'b.xml', content: Buffer.from('') },
  ];
  const back = readZip(writeZip(entries), limits);
  expect(back.map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
    ['a/ä.xml', 'one'],
    ['b.xml', ''],
  ]);
});

test('the statement contains its lines, its language and its title', () => {
  const { schema, sample, locales } = starter('statement');
  const { docx: source } = sourcesIn(starter('statement'), 'nl');
  expect(locales.size).toBe(5);
  const task = { key: 'x', schema, source: source ?? new Uint8Array(), data: sample, locale: 'nl' };
  const parts = new Map(
    readZip(renderDocx(task, bytesMax), limits).map(({ name, content }) => [
      name,
      Buffer.from(content).toString(),
    ]),
  );
  expect(parts.get('word/document.xml')).toContain('Van den Berg Installaties');
  expect(parts.get('word/document.xml')).toContain('−1.249,50');
  expect(parts.get('word/document.xml')).toContain('<w:tblHeader/>');
  expect(parts.get('word/styles.xml')).toContain('<w:lang w:val="nl"');
  expect(parts.get('docProps/core.xml')).toContain('<dc:title>Rekeningafschrift 2026/10</dc:title>');
});
