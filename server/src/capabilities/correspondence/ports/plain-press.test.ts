import { createPlainPress } from './plain-press.suite.ts';
import { describePress } from './press.suite.ts';

describePress(async () => ({
  press: createPlainPress(),
  pdf: 'any source',
  docx: Buffer.from('any source'),
  [Symbol.asyncDispose]: async () => undefined,
}));
