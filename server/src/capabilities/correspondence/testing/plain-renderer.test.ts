import { describeDocumentRenderer } from './document-renderer.suite.ts';
import { createPlainRenderer } from './plain-renderer.suite.ts';

describeDocumentRenderer(async () => ({
  renderer: createPlainRenderer(),
  pdf: 'any source',
  docx: Buffer.from('any source'),
  [Symbol.asyncDispose]: async () => undefined,
}));
