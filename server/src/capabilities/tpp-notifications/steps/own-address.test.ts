import { expect, test } from 'vitest';
import { isOwnAddress } from './own-address.ts';

const domains = ['a.tpp.test', '*.wild.test'];

test.each([
  'https://a.tpp.test/push',
  'https://PUSH.a.tpp.test:8443/push?of=1',
  'https://deep.in.wild.test/',
])('messages may be sent to %s', (address) => {
  expect(isOwnAddress(address, domains)).toBe(true);
});

test.each([
  'http://a.tpp.test/',
  'https://a.tpp.test/#part',
  'https://a.tpp.test/#',
  'https://user@a.tpp.test/',
  'https://:secret@a.tpp.test/',
  'https://nota.tpp.test/',
  'https://a.tpp.test.evil.test/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://localhost/',
  '//a.tpp.test/',
  'a.tpp.test',
  `https://a.tpp.test/${'x'.repeat(1_000)}`,
])('no message is sent to %s', (address) => {
  expect(isOwnAddress(address, domains)).toBe(false);
});

test('an address is foreign to a certificate that names no domain, or an address', () => {
  expect(isOwnAddress('https://a.tpp.test/', [])).toBe(false);
  expect(isOwnAddress('https://10.0.0.1/', ['10.0.0.1'])).toBe(false);
});
