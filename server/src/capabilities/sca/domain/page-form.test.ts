import { expect, test } from 'vitest';
import { plainCode } from './page-form.ts';

test.each([
  ['48291307', '48291307'],
  [' 4829 1307 ', '48291307'],
  ['4829-1307', '48291307'],
  ['٤٨٢٩١٣٠٧', '48291307'],
  ['۴۸۲۹۱۳۰۷', '48291307'],
  ['४८२९१३०७', '48291307'],
  ['４８２９１３０７', '48291307'],
  ['4829l307', '4829l307'],
])('a code typed as "%s" is read as %s', (typed, code) => {
  expect(plainCode(typed)).toBe(code);
});
