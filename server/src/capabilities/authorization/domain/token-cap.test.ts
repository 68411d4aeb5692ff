import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithinGoal, ordinaryGoal } from './oath/guessing.ts';
import { type CountedToken, capFor } from './token-cap.ts';

const hotp: CountedToken = { kind: 'hotp', digits: 6 };
const totp: CountedToken = { kind: 'totp', digits: 8 };
const ocra: CountedToken = { kind: 'ocra', digits: 8 };

test('the daily cap is twenty, unless tokens are easier to guess', () => {
  expect(capFor([])).toBe(20);
  expect(capFor([ocra, ocra])).toBe(20);
  expect(capFor([totp])).toBe(20);
  expect(capFor([{ kind: 'totp', digits: 6 }])).toBe(20);
  expect(capFor([hotp])).toBe(16);
  expect(capFor([hotp, ocra])).toBe(16);
  expect(capFor([hotp, hotp])).toBe(8);
  expect(capFor([hotp, totp])).toBe(11);
  expect(capFor([{ kind: 'hotp', digits: 8 }])).toBe(20);
});

const tokens = fc.array(
  fc.record({
    kind: fc.constantFrom('totp' as const, 'hotp' as const, 'ocra' as const),
    digits: fc.constantFrom(6, 7, 8),
  }),
  { maxLength: 40 },
);

test('this many guesses a day stay below one in ten thousand, while any are allowed', () => {
  fc.assert(
    fc.property(tokens, (userTokens) => {
      const cap = capFor(userTokens);
      const values = userTokens.reduce((sum, { kind }) => sum + { totp: 3, hotp: 6, ocra: 0 }[kind], 0);
      const digits = Math.min(
        8,
        ...userTokens.filter(({ kind }) => kind !== 'ocra').map((token) => token.digits),
      );
      expect(cap).toBeGreaterThanOrEqual(1);
      expect(cap).toBeLessThanOrEqual(20);
      expect(cap === 1 || isWithinGoal(cap, { digits, values, goal: ordinaryGoal })).toBe(true);
    }),
  );
});

test('another token never allows more guesses', () => {
  fc.assert(
    fc.property(tokens, tokens, (userTokens, more) => {
      expect(capFor([...userTokens, ...more])).toBeLessThanOrEqual(capFor(userTokens));
    }),
  );
});
