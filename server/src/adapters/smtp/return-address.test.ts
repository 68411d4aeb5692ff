import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secret } from '#platform/kernel/secret.ts';
import { returnAddress, returnedCommunication } from './return-address.ts';

const secret = new Secret('one');
const domain = 'bounce.bank.test';
const ids = fc.uuid();

test('an address identifies its message, in any case', () => {
  fc.assert(
    fc.property(ids, (id) => {
      const address = returnAddress(id, domain, secret);
      expect(address.indexOf('@')).toBeLessThanOrEqual(64);
      expect(returnedCommunication(address, domain, secret)).toBe(id);
      expect(returnedCommunication(address.toUpperCase(), domain, secret)).toBe(id);
    }),
  );
});

test('an address made with another secret, for another domain or message, is not accepted', () => {
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

test('no other text is accepted as a return address', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(returnedCommunication(text, domain, secret)).toBeUndefined();
      expect(returnedCommunication(`b+${text}@${domain}`, domain, secret)).toBeUndefined();
    }),
  );
});

test('an id that does not fit into a local part is an internal error', () => {
  expect(() => returnAddress('x'.repeat(50), domain, secret)).toThrow('id must be usable in a local part');
  expect(() => returnAddress('a@b', domain, secret)).toThrow('id must be usable in a local part');
});
