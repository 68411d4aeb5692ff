import { expect, expectTypeOf, test } from 'vitest';
import type { Brand } from './brand.ts';

type PaymentId = Brand<string, 'PaymentId'>;
type ConsentId = Brand<string, 'ConsentId'>;

const isPaymentId = (text: string): text is PaymentId => text.startsWith('p');

test('a branded value is still the plain value', () => {
  const text: string = 'p1';
  expect(isPaymentId(text) && text.length).toBe(2);
  expectTypeOf<PaymentId>().toExtend<string>();
});

test('neither a plain value nor another brand is assignable to a brand', () => {
  expectTypeOf<string>().not.toExtend<PaymentId>();
  expectTypeOf<ConsentId>().not.toExtend<PaymentId>();
});
