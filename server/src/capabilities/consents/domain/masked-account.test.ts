import { expect, test } from 'vitest';
import { maskedAccount } from './masked-account.ts';

test.each([
  [{ iban: 'DE02100100109307118603' }, 'DE02**************8603'],
  [{ iban: 'DE02100100109307118603', currency: 'USD' }, 'DE02**************8603 USD'],
  [{ maskedPan: '525412******0001' }, '5254********0001'],
  [{ bban: '12345' }, '12345'],
])('%o is shown to staff as %s', (account, shown) => {
  expect(maskedAccount(account)).toBe(shown);
});
