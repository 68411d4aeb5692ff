import { expect, test } from 'vitest';
import { gapsOf, readConformance } from './conformance/document.ts';

test('every operation of XS2A is served, and every name of the standard is in a test or has a reason', async () => {
  expect(gapsOf(await readConformance())).toEqual([]);
});
