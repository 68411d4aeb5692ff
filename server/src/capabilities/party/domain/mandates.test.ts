import { describe, expect, test } from 'vitest';
import { completeTerms, isValidFrom, termsFault } from './mandates.ts';
import { mandateScope } from './relationships.ts';

const today = '2026-11-15';

describe('terms of a mandate', () => {
  test('cover everything from today on, unless they are narrower', () => {
    expect(completeTerms({}, today)).toStrictEqual({ scope: mandateScope, validFrom: today });
    expect(
      completeTerms({ scope: ['document', 'document'], signingGroup: 'A', validUntil: '2026-12-31' }, today),
    ).toStrictEqual({
      scope: ['document'],
      signingGroup: 'A',
      validFrom: today,
      validUntil: '2026-12-31',
    });
  });

  test.each([
    ['one day', { validFrom: today, validUntil: today }, undefined],
    ['a day to come', { validFrom: '2026-11-16' }, undefined],
    ['nothing to sign', { scope: [] }, 'scope-empty'],
    ['a kind that nobody signs', { scope: ['payment', 'everything'] }, 'scope-unknown'],
    // What staff sign is never covered by a mandate of a customer.
    ['what only staff sign', { scope: ['employee-approval'] }, 'scope-unknown'],
    ['yesterday', { validFrom: '2026-11-14' }, 'begins-in-the-past'],
    ['an end before its start', { validUntil: '2026-11-14' }, 'ends-before-it-begins'],
  ])('for %s', (_, entered, fault) => {
    expect(termsFault(completeTerms(entered, today), today)).toBe(fault);
  });
});

test('a mandate counts until the end of its last day', () => {
  const period = { validFrom: '2026-01-01', validUntil: today };
  expect([isValidFrom(period, today), isValidFrom(period, '2026-11-16')]).toEqual([true, false]);
  expect(isValidFrom({ validFrom: '2030-01-01' }, today)).toBe(true);
});
