import { describe, expect, test } from 'vitest';
import { isAcceptable, isFileName } from './attachments.ts';
import { type AttachmentContentType, attachmentContentTypes } from './literals.ts';

const literal = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const zip = 'PK\u0003\u0004';
const compound = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';

const file = (...parts: readonly string[]): Buffer => Buffer.from(parts.join(''), 'latin1');
const wide = (text: string): string => Buffer.from(text, 'utf16le').toString('latin1');

const examples: Readonly<Record<AttachmentContentType, Buffer>> = {
  'image/png': file('\u0089PNG\r\n\u001a\n', 'pixels'),
  'image/jpeg': file('\u00ff\u00d8\u00ff\u00e0', 'pixels'),
  'application/pdf': file('%PDF-1.7\n', '1 0 obj << /Type /Catalog >> endobj'),
  'application/msword': file(compound, wide('WordDocument')),
  'application/vnd.ms-excel': file(compound, wide('Workbook')),
  [literal]: file(zip, '[Content_Types].xml', 'word/document.xml'),
  [sheet]: file(zip, '[Content_Types].xml', 'xl/workbook.xml'),
};
const compounds: readonly AttachmentContentType[] = ['application/msword', 'application/vnd.ms-excel'];

describe('a file', () => {
  test.each(attachmentContentTypes)('of type %s is accepted', (contentType) => {
    expect(isAcceptable(contentType, examples[contentType])).toBe(true);
  });

  test.each(attachmentContentTypes)('declared as %s with other content is rejected', (contentType) => {
    const others = attachmentContentTypes.filter(
      (other) => other !== contentType && !(compounds.includes(other) && compounds.includes(contentType)),
    );
    expect(others.filter((other) => isAcceptable(contentType, examples[other]))).toEqual([]);
  });

  test.each(attachmentContentTypes)('truncated within the signature of %s is rejected', (contentType) => {
    expect(isAcceptable(contentType, Buffer.alloc(0))).toBe(false);
    expect(isAcceptable(contentType, examples[contentType].subarray(0, 2))).toBe(false);
    expect(isAcceptable(contentType, Buffer.concat([Buffer.from(' '), examples[contentType]]))).toBe(false);
  });

  test.each([literal, sheet] as const)('of any other archive type is not accepted as %s', (contentType) => {
    expect(isAcceptable(contentType, file(zip, 'readme.txt'))).toBe(false);
  });
});

describe('a program', () => {
  test.each<[string, AttachmentContentType, string]>([
    ['Word macros', literal, 'word/vbaProject.bin'],
    ['Excel macros', sheet, 'xl/vbaProject.bin'],
    ['Excel 4 macro sheets', sheet, 'xl/macrosheets/sheet1.xml'],
    ['an embedded object', literal, 'word/embeddings/oleObject1.bin'],
    ['a control', sheet, 'xl/activeX/activeX1.xml'],
    ['legacy Word macros', 'application/msword', wide('Macros')],
    ['legacy Excel macros', 'application/vnd.ms-excel', wide('_VBA_PROJECT_CUR')],
    ['a script', 'application/pdf', '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'],
    ['a script with an escaped name', 'application/pdf', '<< /S /J#61vaScript /JS (x) >>'],
    ['a launch action', 'application/pdf', '<< /S /Launch /F (cmd.exe) >>'],
  ])('such as %s causes rejection', (_name, contentType, program) => {
    const bytes = Buffer.concat([examples[contentType], file(program)]);
    expect(isAcceptable(contentType, bytes)).toBe(false);
  });

  test.each(['image/png', 'image/jpeg'] as const)(
    'is not searched for in %s, which cannot contain one',
    (type) => {
      expect(isAcceptable(type, Buffer.concat([examples[type], file('vbaProject')]))).toBe(true);
    },
  );
});

describe('a file name', () => {
  test.each([
    'a',
    'Statement 2026-11.pdf',
    'Kontoauszug März.pdf',
    '報告.pdf',
    '.profile',
    'a.b.c',
    `${'a'.repeat(96)}.pdf`,
  ])('such as %j is valid', (name) => {
    expect(isFileName(name)).toBe(true);
  });

  test.each([
    '',
    ' ',
    '.',
    '..',
    '...',
    '../secret',
    '/etc/passwd',
    'a/b',
    'a\\b',
    'C:evil',
    'a*',
    'a?',
    'a"b',
    'a<b',
    'a>b',
    'a|b',
    'a\nb',
    'a\r\nb',
    'a\u0000b',
    'a\u007fb',
    'invoice\u202efdp.exe',
    'a\u200bb',
    'a\ud800',
    'a.',
    'a.pdf ',
    'a'.repeat(101),
  ])('such as %j is invalid', (name) => {
    expect(isFileName(name)).toBe(false);
  });
});
