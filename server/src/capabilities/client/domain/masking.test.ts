import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskEmail, maskPhone } from './masking.ts';

test('an address shows its first letters and its ending, a number its last three digits', () => {
  expect(maskEmail('jane@example.com')).toBe('j***@e***.com');
  expect(maskEmail('j@localhost')).toBe('j***@l***');
  expect(maskPhone('+4915112345678')).toBe('***678');
});

test('the length of what is masked does not show', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,30}$/), fc.stringMatching(/^[a-z]{1,30}$/), (local, domain) => {
      expect(maskEmail(`${local}@${domain}.org`)).toMatch(/^[a-z]\*\*\*@[a-z]\*\*\*\.org$/v);
    }),
  );
});
