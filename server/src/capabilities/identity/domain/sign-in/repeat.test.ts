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

test('the same form with the secret it was submitted with gets the next secret again', () => {
  expect(decideRepeat(same)).toBe('next-secret');
});

test('it waits while the first submission is processed, before and after the sign-in has advanced', () => {
  expect(decideRepeat({ ...same, isLocked: true })).toBe('wait');
  expect(decideRepeat({ ...same, secret: 'present', isLocked: true })).toBe('wait');
});

test('it is processed when the first submission has no result', () => {
  expect(decideRepeat({ ...same, secret: 'present' })).toBe('take');
});

test('a browser that has the next secret, and submits the form of the page before, is shown the current page', () => {
  expect(decideRepeat({ ...same, secret: 'present', isTokenOfSecret: false })).toBe('reload');
});

test('after the end the same form gets the result, with either secret', () => {
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

test('a different form with the secret of the page before is refused, in every case', () => {
  fc.assert(
    fc.property(anyForm, (form) => {
      const decision = decideRepeat({ ...form, secret: 'previous', isSameForm: false });
      expect(decision).toBe(form.isTokenOfSecret ? 'other-form' : 'over');
    }),
  );
});

test('a form without the token of its secret is refused, unless it is the form of the page before', () => {
  fc.assert(
    fc.property(anyForm, (form) => {
      const decision = decideRepeat({ ...form, isTokenOfSecret: false, isSameForm: false });
      expect(['forged', 'over']).toContain(decision);
    }),
  );
});

test('an unknown secret is refused', () => {
  fc.assert(
    fc.property(anyForm, (form) => {
      expect(decideRepeat({ ...form, secret: 'other' })).toBe('over');
    }),
  );
});
