import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { effectiveOf } from '../../testing/signing-rule-steps.suite.ts';
import { bothRules, type RuleSource } from './merge-rules.ts';

const source = (ruleId: string, version: number): RuleSource => ({
  ruleId,
  version,
  owner: '1',
  role: 'governing',
});
const hours = (count: number) => ({ collectionValidity: Temporal.Duration.from({ hours: count }) });

test('two rules that are one in different versions are two sources, one in the same version is one', () => {
  const left = effectiveOf({ sources: [source('a', 1), source('b', 1)] });
  const right = effectiveOf({ sources: [source('a', 2), source('b', 1), source('c', 1)] });
  expect(bothRules(left, right).sources).toEqual([
    source('a', 1),
    source('b', 1),
    source('a', 2),
    source('c', 1),
  ]);
});

test('signatures of both rules are valid for the shorter of their times, or the only one', () => {
  const validity = (...[left, right]: readonly [object, object]) =>
    bothRules(effectiveOf(left), effectiveOf(right)).collectionValidity?.toString();
  expect(validity(hours(1), hours(2))).toBe('PT1H');
  expect(validity(hours(2), hours(1))).toBe('PT1H');
  expect(validity({}, hours(2))).toBe('PT2H');
  expect(validity(hours(2), {})).toBe('PT2H');
  expect(validity({}, {})).toBeUndefined();
});
