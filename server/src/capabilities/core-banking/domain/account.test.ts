import { expect, test } from 'vitest';
import { accountSchemes, isJoint, referenceKey } from './account.ts';

test('an IBAN has one key, however it is written; identifiers of other schemes are compared as they are', () => {
  const spelt = 'de89 3704 0044 0532 0130 00';
  expect(referenceKey({ scheme: 'iban', id: spelt })).toBe('iban:DE89370400440532013000');
  for (const scheme of accountSchemes.filter((name) => name !== 'iban'))
    expect(referenceKey({ scheme, id: spelt })).toBe(`${scheme}:${spelt}`);
});

test('an account is joint from its second holder on', () => {
  expect(isJoint({ holders: ['a'] })).toBe(false);
  expect(isJoint({ holders: ['a', 'b'] })).toBe(true);
  expect(isJoint({ holders: ['a', 'b', 'c'] })).toBe(true);
});
