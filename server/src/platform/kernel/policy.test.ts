import { describe, expect, test } from 'vitest';
import { definePolicy, isWithin, withinLimits } from './policy.ts';

const attempts = definePolicy({ name: 'attempts-max', unit: 'attempts', default: 5, min: 1, max: 5 });

describe('a policy value', () => {
  test.each([
    [1, true],
    [5, true],
    [0, false],
    [6, false],
    [2.5, false],
    [Number.NaN, false],
  ])('%d may be chosen: %s', (value, isAllowed) => {
    expect(isWithin(attempts, value)).toBe(isAllowed);
  });

  test.each([
    [9, 5],
    [0, 1],
    [3, 3],
  ])('of %d is %d where a release has narrowed the limits', (chosen, held) => {
    expect(withinLimits(attempts, chosen)).toBe(held);
  });

  test('cannot be defined with a default outside of its limits', () => {
    expect(() => definePolicy({ ...attempts, default: 6 })).toThrow('not within its limits');
    expect(() => definePolicy({ ...attempts, min: 7, default: 6 })).toThrow('not within its limits');
  });
});
