import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ComparedForm, decideRepeat } from './repeat.ts';

const same: ComparedForm = {
  secret: 'previous',
  isTokenOfSecret: true,
  isSameForm: true,
  isLocked: false,
  isEnded: false,
};

test('the same form with the secret it came with gets the next secret again', () => {
  expect(decideRepeat(same)).toBe('next-secret');
});

test('it waits while the first one is being worked on, before and after the sign-in has moved', () => {
  expect(decideRepeat({ ...same, isLocked: true })).toBe('wait');
  expect(decideRepeat({ ...same, secret: 'present', isLocked: true })).toBe('wait');
});

test('it is taken when nothing has come of the first one', () => {
  expect(decideRepeat({ ...same, secret: 'present' })).toBe('take');
});

test('a browser that has the next secret, and sends the form of the page before, looks again', () => {
  expect(decideRepeat({ ...same, secret: 'present', isTokenOfSecret: false })).toBe('look-again');
});

test('after the end the same form is answered with the end, with either secret', () => {
  expect(decideRepeat({ ...same, isEnded: true })).toBe('finished');
  expect(decideRepeat({ ...same, secret: 'present', isTokenOfSecret: false, isEnded: true })).toBe(
    'finished',
  );
});

const anyForm = fc.record({
  secret: fc.constantFrom<ComparedForm['secret']>('present', 'previous', 'other'),
  isTokenOfSecret: fc.boolean(),
  isSameForm: fc.boolean(),
  isLocked: fc.boolean(),
  isEnded: fc.boolean(),
});

test('another form with the secret of the page before gets nothing, whatever else holds', () => {
  fc.assert(
    fc.property(anyForm, (form) => {
      const decision = decideRepeat({ ...form, secret: 'previous', isSameForm: false });
      expect(decision).toBe(form.isTokenOfSecret ? 'other-form' : 'over');
    }),
  );
});

test('without the token of its secret a form gets nothing, unless it is the form of the page before', () => {
  fc.assert(
    fc.property(anyForm, (form) => {
      const decision = decideRepeat({ ...form, isTokenOfSecret: false, isSameForm: false });
      expect(['forged', 'over']).toContain(decision);
    }),
  );
});

test('a secret that is neither gets nothing', () => {
  fc.assert(
    fc.property(anyForm, (form) => {
      expect(decideRepeat({ ...form, secret: 'other' })).toBe('over');
    }),
  );
});
