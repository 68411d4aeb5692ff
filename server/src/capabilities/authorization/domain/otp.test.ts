import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { sensitiveActions } from './literals.ts';
import {
  allowsUnknownRecipient,
  digitsFor,
  isPlainMessage,
  type OneTimeFacts,
  overReason,
  proofLifetimeOf,
  stateOf,
  validityOf,
} from './otp.ts';

const now = Temporal.Instant.from('2027-03-03T10:00:00Z');
const later = now.add({ minutes: 1 });
const open: OneTimeFacts = {
  attempts: 0,
  attemptsMax: 5,
  expiresAt: later,
  supersededAt: undefined,
  verifiedAt: undefined,
  proofUntil: undefined,
  consumedAt: undefined,
};
const passed = { verifiedAt: now, proofUntil: later };

describe('the state of a verification', () => {
  test.each([
    ['in-progress', {}],
    ['in-progress', { attempts: 4 }],
    ['exhausted', { attempts: 5 }],
    ['exhausted', { attempts: 5, expiresAt: now }],
    ['expired', { expiresAt: now }],
    ['in-progress', { expiresAt: now.add({ nanoseconds: 1 }) }],
    ['superseded', { supersededAt: now, attempts: 5, expiresAt: now }],
    ['void', { voidedAt: now, supersededAt: now, attempts: 5, expiresAt: now }],
    ['verified', passed],
    ['verified', { ...passed, supersededAt: now, voidedAt: now, attempts: 5, expiresAt: now }],
    ['lapsed', { ...passed, proofUntil: now }],
    ['verified', { ...passed, proofUntil: now.add({ nanoseconds: 1 }) }],
    ['consumed', { ...passed, consumedAt: now }],
    ['consumed', { ...passed, proofUntil: now, consumedAt: now }],
  ])('is %s with %o', (state, more) => {
    expect(stateOf({ ...open, ...more }, now)).toBe(state);
  });

  test('once closed, it never opens again, whatever the time', () => {
    const minutes = fc.integer({ min: -30, max: 30 });
    const instant = minutes.map((count) => now.add({ minutes: count }));
    const facts = fc.record({
      attempts: fc.integer({ min: 0, max: 5 }),
      attemptsMax: fc.constant(5),
      expiresAt: instant,
      supersededAt: fc.option(instant, { nil: undefined }),
      voidedAt: fc.option(instant, { nil: undefined }),
      verifiedAt: fc.constant(undefined),
      proofUntil: fc.constant(undefined),
      consumedAt: fc.constant(undefined),
    });
    fc.assert(
      fc.property(facts, instant, fc.nat({ max: 100 }), (of, at, more) => {
        const before = stateOf(of, at);
        const after = stateOf(of, at.add({ minutes: more }));
        expect(before === 'in-progress' || after === before).toBe(true);
        expect(overReason(before)).not.toBe('used');
      }),
    );
  });

  test('only what was passed is used', () => {
    expect((['verified', 'consumed', 'lapsed'] as const).map(overReason)).toEqual(['used', 'used', 'used']);
    const others = ['exhausted', 'expired', 'superseded', 'void'] as const;
    expect(others.map(overReason)).toEqual(others);
    expect(overReason('in-progress')).toBe('unknown');
  });
});

test('codes that authorize money are longer, and codes by e-mail are valid longer', () => {
  const long = sensitiveActions.filter((action) => digitsFor(action) === 8);
  expect(long).toEqual(['payment', 'consent']);
  expect(digitsFor(undefined)).toBe(6);
  expect(validityOf('sms')).toEqual({ minutes: 5 });
  expect(validityOf('email')).toEqual({ minutes: 10 });
});

test('a sign-up proof is valid longer than any other, and unknown recipients are allowed few actions', () => {
  expect(sensitiveActions.filter((action) => proofLifetimeOf(action).minutes === 15)).toEqual([
    'registration',
  ]);
  expect(proofLifetimeOf(undefined)).toEqual({ minutes: 5 });
  expect(sensitiveActions.filter(allowsUnknownRecipient)).toEqual([
    'registration',
    'username-recovery',
    'password-reset',
  ]);
  expect(allowsUnknownRecipient(undefined)).toBe(false);
});

describe('a message beside a code', () => {
  test.each([
    'ftp://x',
    'tel:+4915112345678 http://a',
    'WWW.bank',
    'bank.example',
    'münchen.example',
    'xn--mnchen-3ya.example',
    'a-b.co/x',
    'me@bank.example',
    '1.2.3.4/pay',
    'bank\u3002example',
    'bank\uff0eexample/pay',
    '\u092c\u0948\u0902\u0915.\u092d\u093e\u0930\u0924',
    'Pay \u202eyadot',
    'ban\u200bk\u200b.\u200bexample',
  ])('leads nowhere: %j is refused', (text) => {
    expect(isPlainMessage(text)).toBe(false);
  });

  test.each([
    '',
    'Sign in on 3 March, 10:30',
    'EUR 1.500,00 an Müller & Söhne',
    'EUR 1,500.00 to K. Weber',
    'Ihre Anmeldung. Danke!',
    'Вход в банк',
    '登录',
  ])('may contain plain text: %j', (text) => {
    expect(isPlainMessage(text)).toBe(true);
  });

  test('has one line', () => {
    const breaks = fc.constantFrom(
      '\n',
      '\r',
      '\u000b',
      '\u000c',
      '\u0085',
      '\u2028',
      '\u2029',
      '\u0000',
      '\u001b',
    );
    fc.assert(
      fc.property(fc.string(), breaks, fc.string(), (one, between, other) => {
        expect(isPlainMessage(one + between + other)).toBe(false);
      }),
    );
  });

  test('has no address with a scheme, whatever surrounds it', () => {
    const scheme = fc.constantFrom('http', 'HTTPS', 'bank-app', 'intent');
    fc.assert(
      fc.property(fc.string(), scheme, fc.string(), (one, word, other) => {
        expect(isPlainMessage(`${one} ${word}://${other}`)).toBe(false);
      }),
    );
  });
});
