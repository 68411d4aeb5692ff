import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secret } from '#platform/kernel/secret.ts';
import { returnAddress, returnedCommunication } from './return-address.ts';

const secret = new Secret('one');
const domain = 'bounce.bank.test';
const ids = fc.uuid();

test('an address leads back to its message, whatever its capitals', () => {
  fc.assert(
    fc.property(ids, (id) => {
      const address = returnAddress(id, domain, secret);
      expect(address.indexOf('@')).toBeLessThanOrEqual(64);
      expect(returnedCommunication(address, domain, secret)).toBe(id);
      expect(returnedCommunication(address.toUpperCase(), domain, secret)).toBe(id);
    }),
  );
});

test('an address made with another secret, for another domain or message, leads nowhere', () => {
  fc.assert(
    fc.property(ids, ids, (id, other) => {
      fc.pre(id !== other);
      const address = returnAddress(id, domain, secret);
      expect(returnedCommunication(address, domain, new Secret('two'))).toBeUndefined();
      expect(returnedCommunication(address, 'other.test', secret)).toBeUndefined();
      expect(returnedCommunication(address.replace(id, other), domain, secret)).toBeUndefined();
    }),
  );
});

test('no text is mistaken for an address of ours', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(returnedCommunication(text, domain, secret)).toBeUndefined();
      expect(returnedCommunication(`b+${text}@${domain}`, domain, secret)).toBeUndefined();
    }),
  );
});

test('an id that no local part can hold is a bug of ours', () => {
  expect(() => returnAddress('x'.repeat(50), domain, secret)).toThrow('an id fits');
  expect(() => returnAddress('a@b', domain, secret)).toThrow('an id fits');
});
