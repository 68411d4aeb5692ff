import { describe, expect, test } from 'vitest';
import { minute, need, ruleOf } from '../../testing/signing-rule-steps.suite.ts';
import {
  authorizationTypeOf,
  isBuiltInKind,
  isInForce,
  isPaymentKind,
  kindNamed,
  levelCount,
  resourceKinds,
} from './rule.ts';

describe('kinds', () => {
  test('that move money are payments, bulks, standing orders and baskets', () => {
    expect(resourceKinds.filter(isPaymentKind)).toEqual([
      'payment',
      'bulk-payment',
      'periodic-payment',
      'signing-basket',
    ]);
    expect(isPaymentKind('loan')).toBe(false);
  });

  test('of the product are known, and a bank can add others, but not one that stands for all', () => {
    expect(resourceKinds.every(isBuiltInKind)).toBe(true);
    expect(isBuiltInKind('loan')).toBe(false);
    expect(['payment', 'loan', 'any', 'Loan'].map(kindNamed)).toEqual([
      'payment',
      'loan',
      undefined,
      undefined,
    ]);
  });

  test('have their authorization-type', () => {
    expect(resourceKinds.map((kind) => `${kind} ${authorizationTypeOf(kind)}`)).toEqual([
      'payment PAYMENT',
      'bulk-payment PAYMENT',
      'periodic-payment PAYMENT',
      'signing-basket PAYMENT',
      'payment-cancellation CANCELLATION',
      'consent CONSENT',
      'funds-confirmation-consent CONSENT',
      'document N/A',
      'party-correction N/A',
      'restriction-lift N/A',
      'employee-approval N/A',
      'signing-rule N/A',
    ]);
  });
});

test('an alternative has as many levels as different ones are named', () => {
  const levels = (...of: readonly number[]) => levelCount(of.map((level) => need('user-id:a', { level })));
  expect([levels(), levels(1), levels(2), levels(1, 1), levels(1, 2), levels(2, 1, 2, 3, 1)]).toEqual([
    0, 1, 1, 1, 2, 3,
  ]);
});

test('a rule is in force while it is active, from its start until before its end', () => {
  const at = (count: number, more: Parameters<typeof ruleOf>[0] = {}) =>
    isInForce(
      ruleOf({ validFrom: minute(5), validUntil: minute(9), ...more }),
      minute(count).epochMilliseconds,
    );
  expect([at(4), at(5), at(8), at(9), at(10)]).toEqual([false, true, true, false, false]);
  expect([at(6, { status: 'draft' }), at(6, { status: 'retired' })]).toEqual([false, false]);
  const { validUntil: _, ...open } = ruleOf({ validFrom: minute(5), validUntil: minute(9) });
  expect(isInForce(open, minute(10_000).epochMilliseconds)).toBe(true);
});
