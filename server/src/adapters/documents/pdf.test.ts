import { beforeAll, expect, test, vi } from 'vitest';
import { job, sourcesIn, starter, typst } from './document-renderer.suite.ts';
import { displayable } from './font-coverage.ts';
import { fontNamesIn } from './pdf-marks.ts';
import { assertContained } from './pdf-source.ts';
import { renderPdf } from './render-pdf.ts';
import { RenderError } from './worker-protocol.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 });

const bytesMax = 1_000_000;
const statements = new Map<string, string>();

function made(locale: string): string {
  const { schema, sample } = starter('statement');
  const { pdf = '' } = sourcesIn(starter('statement'), locale);
  const task = { key: locale, schema, source: pdf, data: sample, locale };
  return Buffer.from(renderPdf(task, bytesMax)).toString('latin1');
}

beforeAll(() => {
  for (const locale of ['en', 'ar']) statements.set(locale, made(locale));
});

test.each(['en', 'ar'])(
  'the statement claims PDF/A-2a and PDF/UA-1 and has what they require: %s',
  (locale) => {
    const pdf = statements.get(locale) ?? '';
    expect(pdf).toContain('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>');
    expect(pdf).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(pdf).toContain('xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"');
    expect(pdf).toContain('<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>');
    expect(pdf).toMatch(/\/MarkInfo <<\s+\/Marked true/);
    expect(pdf).toContain(`/Lang (${locale}`);
    expect(pdf).toMatch(/\/StructTreeRoot \d+ 0 R/);
    expect(pdf).toMatch(/\/OutputIntents/);
    expect(pdf).toContain('/DisplayDocTitle true');
    expect(pdf).toMatch(/\/Title [(<]/);
    expect(pdf).toContain('/Type /Page\n');
    expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(2);
  },
);

test('the statement has one table, with a header for every column', () => {
  const pdf = statements.get('en') ?? '';
  expect(pdf.match(/\/S \/Table\n/g)).toHaveLength(1);
  expect(pdf.match(/\/S \/TH\n/g)).toHaveLength(4);
  expect(pdf.match(/\/S \/TR\n/g)?.length).toBeGreaterThan(32);
});

test('all fonts are embedded subsets of our own', () => {
  const pdf = Buffer.from(statements.get('ar') ?? '', 'latin1');
  expect(fontNamesIn(pdf).toSorted()).toEqual([
    'NotoSans-Bold',
    'NotoSans-Regular',
    'NotoSansArabic-Bold',
    'NotoSansArabic-Regular',
  ]);
  expect(pdf.toString('latin1').match(/\/FontFile2 /g)).toHaveLength(4);
});

test('every entry of the cross-reference table points to its object', () => {
  const pdf = statements.get('en') ?? '';
  const at = Number(/startxref\s+(\d+)/.exec(pdf)?.[1]);
  expect(pdf.slice(at, at + 4)).toBe('xref');
  const offsets = Array.from(pdf.slice(at).matchAll(/^(\d{10}) 00000 n/gm), ([, offset]) => Number(offset));
  expect(offsets.length).toBeGreaterThan(20);
  for (const [index, offset] of offsets.entries())
    expect(pdf.slice(offset, offset + 12)).toMatch(new RegExp(`^${index + 1} 0 obj`));
  const metadata = /\/Length (\d+)\s+\/Type \/Metadata[^]*?stream\n([^]*?)\nendstream/.exec(pdf);
  expect(metadata?.[2]).toHaveLength(Number(metadata?.[1]));
});

test('the date is that of the document, not of the machine', () => {
  const pdf = statements.get('en') ?? '';
  expect(pdf).toContain('/CreationDate (D:20261102000000Z)');
  expect(pdf).not.toMatch(/<xmp:(?:Create|Modify)Date>(?!2026-11-02T00:00:00Z)/);
});

test('a document contains nothing about the machine', () => {
  const pdf = statements.get('en') ?? '';
  expect(pdf).not.toMatch(/\/dev\/null|\/home\/|\/tmp\//);
});

test('a document has the direction of its language', () => {
  expect(statements.get('ar')).toContain('/Direction /R2L');
  expect(statements.get('en')).toContain('/Direction /L2R');
});

test('characters missing in our fonts are replaced, and bidirectional controls are removed', () => {
  const isCovered = (codePoint: number): boolean => codePoint < 0x2000;
  expect(displayable('plain ä', isCovered)).toBe('plain ä');
  expect(displayable('a中\u{1f600}b', isCovered)).toBe('a\ufffd\ufffdb');
  expect(displayable('a\u202eb\u0000\nc\ufeff', isCovered)).toBe('ab\nc');
});

test.each(['中文', '\u{1f600}', 'a\u202eb', '\u0000', 'עברית', 'हिन्दी', '\ue000', '\u200d'])(
  'data in any script makes a document: %j',
  (name) => {
    expect(renderPdf(job(typst('#data.name'), { name }), bytesMax).length).toBeGreaterThan(1_000);
  },
);

test('only the portico module may be imported, by its name', () => {
  expect(() =>
    assertContained('#import "/portico.typ": data, short-day\nProse about important things.'),
  ).not.toThrow();
  for (const source of [
    '#import "/portico.typ" + "x": a',
    '#import "/other.typ": a',
    '#{import a}',
    '#let x = include "a"',
    '"#import "/portico.typ": a" + import "b"',
    '#std.read',
  ])
    expect(() => assertContained(source)).toThrow(RenderError);
});

test('an invalid amount is rejected', () => {
  const data = { a: { amount: 'x', currency: 'EUR' } };
  expect(() => renderPdf(job(typst('#money(data.a)'), data), bytesMax)).toThrow(RenderError);
});

test('a result that is too large is rejected', () => {
  expect(() => renderPdf(job(typst('x')), 100)).toThrow(
    expect.objectContaining({ response: { kind: 'over-limit', limit: 'size' } }),
  );
});
