import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { asOfNow, type CheckResult, healthStates, overall } from './health.ts';

const now = Temporal.Instant.from('2026-11-15T10:00:00Z');
const result = (changed: Partial<CheckResult> = {}): CheckResult => ({
  name: 'database',
  state: 'pass',
  isVital: true,
  effect: 'Works.',
  checkedAt: now,
  ...changed,
});

describe('a result', () => {
  test.each([
    ['pass', 0, 'pass'],
    ['pass', 15, 'pass'],
    ['pass', 16, 'warn'],
    ['pass', 3_600, 'warn'],
    ['warn', 3_600, 'warn'],
    ['fail', 3_600, 'fail'],
    ['fail', 0, 'fail'],
  ] as const)('of %s that is %s seconds old counts as %s', (state, ageSeconds, counts) => {
    const checkedAt = now.subtract({ seconds: ageSeconds });
    expect(asOfNow(result({ state, checkedAt }), now)).toMatchObject({ state: counts, ageSeconds });
  });

  test('that is out of date says so', () => {
    const old = asOfNow(result({ checkedAt: now.subtract({ minutes: 1 }) }), now);
    expect(old.effect).toBe('Not checked recently; may be out of date.');
  });

  test('from a clock that is ahead of ours has no negative age', () => {
    expect(asOfNow(result({ checkedAt: now.add({ seconds: 5 }) }), now).ageSeconds).toBe(0);
  });
});

describe('all results together', () => {
  test.each([
    [[], 'pass'],
    [[['pass', true]], 'pass'],
    [[['warn', true]], 'warn'],
    [[['fail', false]], 'warn'],
    [[['fail', true]], 'fail'],
    [
      [
        ['warn', false],
        ['pass', true],
      ],
      'warn',
    ],
    [
      [
        ['fail', false],
        ['fail', true],
        ['pass', true],
      ],
      'fail',
    ],
  ] as const)('%j count as %s', (pairs, expected) => {
    expect(overall(pairs.map(([state, isVital]) => ({ state, isVital })))).toBe(expected);
  });

  test('fail exactly when a vital check fails, and pass exactly when all pass', () => {
    const any = fc.record({ state: fc.constantFrom(...healthStates), isVital: fc.boolean() });
    fc.assert(
      fc.property(fc.array(any), (results) => {
        const counted = overall(results);
        expect(counted === 'fail').toBe(results.some(({ state, isVital }) => isVital && state === 'fail'));
        expect(counted === 'pass').toBe(results.every(({ state }) => state === 'pass'));
      }),
    );
  });
});
