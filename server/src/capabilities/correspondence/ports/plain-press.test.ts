import { createPlainPress } from './plain-press.suite.ts';
import { describeDocumentRenderer } from './press.suite.ts';

describeDocumentRenderer(async () => ({
  press: createPlainPress(),
  pdf: 'any source',
  docx: Buffer.from('any source'),
  [Symbol.asyncDispose]: async () => undefined,
}));
