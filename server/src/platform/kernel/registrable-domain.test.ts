import { expect, test } from 'vitest';
import { registrableDomain } from './registrable-domain.ts';

test.each([
  ['www.bank.example', 'bank.example'],
  ['bank.example', 'bank.example'],
  ['pay.evil.co.uk', 'evil.co.uk'],
  ['deep.city.kawasaki.jp', 'city.kawasaki.jp'],
  ['x.shop.kawasaki.jp', 'x.shop.kawasaki.jp'],
  ['me.evil.github.io', 'evil.github.io'],
  ['pay.xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['evil.xn--55qx5d.cn', 'evil.xn--55qx5d.cn'],
])('of %s is %s', (host, domain) => {
  expect(registrableDomain(host)).toBe(domain);
});

test.each([
  'co.uk',
  'github.io',
  'xn--55qx5d.cn',
  'shop.kawasaki.jp',
  'test',
  'localhost',
  '192.0.2.1',
  '[2001:db8::1]',
  '',
])('%s has none', (host) => {
  expect(registrableDomain(host)).toBeUndefined();
});
