import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { approvalStates, signInText, statusAt } from './approval.ts';

const expiresAt = Temporal.Instant.from('2026-11-15T10:05:00Z');

describe('the status of an approval', () => {
  test.each(approvalStates)('%s stays as it is before the end', (state) => {
    expect(statusAt({ state, expiresAt }, expiresAt.subtract({ milliseconds: 1 }))).toBe(state);
  });

  test('is expired from the end on, unless it was answered or withdrawn', () => {
    expect(approvalStates.map((state) => statusAt({ state, expiresAt }, expiresAt))).toEqual([
      'expired',
      'approved',
      'refused',
      'withdrawn',
    ]);
  });
});

test('the text of a sign-in has its members in a fixed order, and every member changes it', () => {
  const order = {
    requestedAt: '2026-11-15T10:00:00Z',
    scope: 'openid',
    clientId: 'shop',
    clientName: 'Shop',
    bindingMessage: 'W4SCT',
  };
  const text = signInText(order);
  expect(text).toBe(
    '{"kind":"sign-in","clientId":"shop","clientName":"Shop","bindingMessage":"W4SCT","scope":"openid","requestedAt":"2026-11-15T10:00:00Z"}',
  );
  const texts = [order, ...Object.keys(order).map((name) => ({ ...order, [name]: 'other' }))].map(signInText);
  expect(new Set(texts).size).toBe(6);
});
