import { createPlainPress } from '../testing/plain-renderer.suite.ts';
import { describeDocumentRenderer } from '../testing/document-renderer.suite.ts';

describeDocumentRenderer(async () => ({
  press: createPlainPress(),
  pdf: 'any source',
  docx: Buffer.from('any source'),
  [Symbol.asyncDispose]: async () => undefined,
}));
