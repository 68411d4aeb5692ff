import { describe, expect, it } from 'vitest';
import { canonicalRecipient } from './canonical-recipient.ts';

describe('every spelling of a recipient is one recipient', () => {
  it.each([
    '+4915112345678',
    '+49 151 12345678',
    '+49 (0)151 12345678',
    '+49-151-12-34-56-78',
    ' +49.151.12345678 ',
  ])('the number %s', (text) => {
    expect(canonicalRecipient('sms', text)).toBe('+4915112345678');
  });

  it.each([
    'maria@example.org',
    'MARIA@EXAMPLE.ORG',
    'maria+bank@example.org',
    'Maria+a+b@example.org',
    'ｍａｒｉａ@example.org',
  ])('the address %s', (text) => {
    expect(canonicalRecipient('email', text)).toBe('maria@example.org');
  });

  it.each(['jörg@müller.example', 'JO\u0308RG@MU\u0308LLER.example', 'jörg+x@xn--mller-kva.example'])(
    'the address %s of another script',
    (text) => {
      expect(canonicalRecipient('email', text)).toBe('jörg@xn--mller-kva.example');
    },
  );
});

it('a local part that begins with the sign keeps it, and a dot makes another address', () => {
  expect(canonicalRecipient('email', '+maria@example.org')).toBe('+maria@example.org');
  expect(canonicalRecipient('email', 'ma.ria@example.org')).toBe('ma.ria@example.org');
});

it('an invalid number or address is no recipient', () => {
  expect(canonicalRecipient('sms', '0151 12345678')).toBeUndefined();
  expect(canonicalRecipient('sms', 'maria@example.org')).toBeUndefined();
  expect(canonicalRecipient('email', 'maria')).toBeUndefined();
});
