import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type ActivationCode, afterFailure, attemptsLeft, isRedeemable } from './activation-code.ts';
import { activationCodeFrom, activationCodeRandom, isActivationCodeChecked } from './activation-format.ts';
import { findIssueWaitSeconds } from './issue-limit.ts';

const values = fc.array(fc.integer({ min: 0, max: 31 }), {
  minLength: activationCodeRandom,
  maxLength: activationCodeRandom,
});
const now = Temporal.Instant.from('2026-11-15T10:00:00Z');

describe('the text of an activation code', () => {
  test('has the form of the specification and a right check character', () => {
    fc.assert(
      fc.property(values, (drawn) => {
        const code = activationCodeFrom(drawn);
        expect(code).toMatch(/^[A-Z2-7]{5}(?:-[A-Z2-7]{5}){3}$/v);
        expect(isActivationCodeChecked(code)).toBe(true);
      }),
    );
  });

  test('with one other character is found to be mistyped', () => {
    fc.assert(
      fc.property(
        values,
        fc.integer({ min: 0, max: 18 }),
        fc.integer({ min: 1, max: 31 }),
        (drawn, at, by) => {
          const wrong = drawn.map((value, index) => (index === at ? (value + by) % 32 : value));
          const [right, mistyped] = [activationCodeFrom(drawn), activationCodeFrom(wrong)];
          expect(isActivationCodeChecked(mistyped.slice(0, -1) + right.slice(-1))).toBe(false);
        },
      ),
    );
  });

  test('is the same in another implementation of Luhn modulo 32', () => {
    expect(activationCodeFrom(Array.from({ length: 19 }, (_, index) => index))).toBe(
      'ABCDE-FGHIJ-KLMNO-PQRSZ',
    );
  });
});

describe('an activation code', () => {
  const issued: ActivationCode = {
    activationId: 'a',
    userId: 'u',
    state: 'issued',
    failures: 0,
    expiresAt: now.add({ minutes: 5 }),
  };

  test('is redeemable until it expires, and in no other state', () => {
    expect(isRedeemable(issued, now)).toBe(true);
    expect(isRedeemable(issued, issued.expiresAt)).toBe(false);
    for (const state of ['used', 'replaced', 'exhausted'] as const)
      expect(isRedeemable({ ...issued, state }, now)).toBe(false);
  });

  test('is exhausted by the fifth failure', () => {
    let code = issued;
    const states = Array.from({ length: 6 }, () => {
      code = { ...code, ...afterFailure(code) };
      return `${code.state} ${code.failures} ${attemptsLeft(code)}`;
    });
    expect(states).toEqual([
      'issued 1 4',
      'issued 2 3',
      'issued 3 2',
      'issued 4 1',
      'exhausted 5 0',
      'exhausted 5 0',
    ]);
  });

  test('is issued three times in ten minutes and ten times in a day', () => {
    const ago = (...minutes: readonly number[]): readonly Temporal.Instant[] =>
      minutes.map((count) => now.subtract({ minutes: count }));
    expect(findIssueWaitSeconds(ago(1, 2), now)).toBeUndefined();
    expect(findIssueWaitSeconds(ago(1, 2, 4), now)).toBe(360);
    expect(findIssueWaitSeconds(ago(1, 2, 10), now)).toBeUndefined();
    const many = ago(...Array.from({ length: 10 }, (_, index) => 11 + index * 60));
    expect(findIssueWaitSeconds(many, now)).toBe(86_400 - (11 + 9 * 60) * 60);
  });
});
