import { afterAll, vi } from 'vitest';
import { describeDocumentRenderer } from '#capabilities/correspondence/testing/document-renderer.suite.ts';
import { typst } from './document-renderer.suite.ts';
import { createDocumentRenderer } from './document-renderer.ts';
import { writeZip } from './zip-file.ts';

vi.setConfig({ testTimeout: 40_000 });

/** Shared, because workers take longer to start than the tests take. */
const renderer = createDocumentRenderer({ documentWorkersMax: 1 });
afterAll(() => renderer.close());

const parts = {
  '[Content_Types].xml':
    '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ' +
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  'word/document.xml':
    '<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">' +
    '<w:body><w:p><w:r><w:t xml:space="preserve">{name}</w:t></w:r></w:p></w:body></w:document>',
};

describeDocumentRenderer(async () => ({
  renderer,
  pdf: typst('#data.name'),
  docx: writeZip(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) }))),
  [Symbol.asyncDispose]: async () => undefined,
}));
