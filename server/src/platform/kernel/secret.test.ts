import { format, inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secret } from './secret.ts';

test('a secret is revealed only on request', () => {
  expect(new Secret('hunter2').reveal()).toBe('hunter2');
  expect(new Secret({ key: 1n }).reveal()).toEqual({ key: 1n });
});

test('every way of printing shows the mask', () => {
  const secret = new Secret('hunter2');
  expect(String(secret)).toBe('[secret]');
  expect(['password', secret].join()).toBe('password,[secret]');
  expect(JSON.stringify({ password: secret })).toBe('{"password":"[secret]"}');
  expect(inspect(secret)).toBe('[secret]');
  expect(format('%o %s %j', secret, secret, secret)).not.toContain('hunter2');
});

test('no printer, copy or enumeration finds the value', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 9, maxLength: 20 }), (value) => {
      const secret = new Secret(value);
      const nested = { list: [secret], map: new Map([['k', secret]]) };
      const printed = [
        inspect(nested, { depth: null, showHidden: true }),
        JSON.stringify(nested),
        JSON.stringify(Object.assign({}, secret)),
        JSON.stringify(structuredClone(secret)),
        Object.values(secret).join(),
        Reflect.ownKeys(secret).join(),
      ];
      for (const text of printed) expect(text.includes(value)).toBe(false);
    }),
  );
});
