import { expect, test } from 'vitest';
import { need } from '../../testing/signing-rule-steps.suite.ts';
import { compareStrictness, strictnessOf } from './strictness.ts';

const one = [need('user-id:a')];
const two = [need('user-id:a', { required: 2 })];
const twoLevels = [need('user-id:a'), need('user-id:b', { level: 2 })];

test('a rule is as strict as its easiest alternative, wherever that stands', () => {
  expect(strictnessOf([two, one])).toEqual({ signatures: 1, levels: 1 });
  expect(strictnessOf([one, two])).toEqual({ signatures: 1, levels: 1 });
  expect(strictnessOf([twoLevels, two])).toEqual({ signatures: 2, levels: 1 });
  expect(strictnessOf([two, twoLevels])).toEqual({ signatures: 2, levels: 1 });
});

test('a rule that nobody can fulfil is the strictest', () => {
  expect(compareStrictness(strictnessOf([]), strictnessOf([twoLevels]))).toBeGreaterThan(0);
});

test('more signatures are stricter than more levels, and equal rules are equal', () => {
  const [few, many] = [
    { signatures: 1, levels: 9 },
    { signatures: 2, levels: 1 },
  ];
  expect(compareStrictness(many, few)).toBeGreaterThan(0);
  expect(compareStrictness(few, many)).toBeLessThan(0);
  expect(compareStrictness({ ...many, levels: 2 }, many)).toBeGreaterThan(0);
  expect(compareStrictness(many, { ...many, levels: 2 })).toBeLessThan(0);
  expect(compareStrictness(many, { ...many })).toBe(0);
});
