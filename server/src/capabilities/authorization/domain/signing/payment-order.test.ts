import { expect, test } from 'vitest';
import { accountIdSpelling, accountKey, accountSchemes } from './payment-order.ts';

test('one text is one account of one scheme only', () => {
  const id = 'NL91ABNA0417164300';
  const keys = accountSchemes.map((scheme) => accountKey({ scheme, id }));
  expect(keys).toEqual([id, ...accountSchemes.slice(1).map((scheme) => `${scheme}:${id}`)]);
  expect(accountKey({ scheme: 'bban', id: '1' })).not.toBe(accountKey({ scheme: 'bban', id: '2' }));
});

test('only an IBAN has several spellings', () => {
  expect(accountIdSpelling('nl91 abna 0417 1643 00')).toBe('NL91ABNA0417164300');
  expect(accountIdSpelling('nl91 abna 0417 1643 01')).toBe('nl91 abna 0417 1643 01');
  expect(accountIdSpelling('a b')).toBe('a b');
});
