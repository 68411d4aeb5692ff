import { describeDocumentRenderer } from '../testing/document-renderer.suite.ts';
import { createPlainPress } from '../testing/plain-renderer.suite.ts';

describeDocumentRenderer(async () => ({
  renderer: createPlainPress(),
  pdf: 'any source',
  docx: Buffer.from('any source'),
  [Symbol.asyncDispose]: async () => undefined,
}));
