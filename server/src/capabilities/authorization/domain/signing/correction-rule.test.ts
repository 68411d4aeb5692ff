import { describe, expect, test } from 'vitest';
import { correctionRule } from './correction-rule.ts';
import type { EffectiveRule } from './merge-rules.ts';

const ruleOf = (required: readonly number[], basis: EffectiveRule['basis'] = 'rule'): EffectiveRule => ({
  sources: [],
  basis,
  enforceHierarchy: false,
  initiatorMaySign: true,
  alternatives: required.map((count) => [
    { level: 1, entityLevel: 'special-group', entityId: 'heads', required: count, distinctGroup: false },
  ]),
});
const groupsOf = (rule: EffectiveRule): readonly string[] =>
  correctionRule(rule).alternatives.flatMap((one) =>
    one.map(({ entityId, required }) => `${required} ${entityId}`),
  );

describe('the rule of corrections', () => {
  test('is two data stewards, and that of the bank where it asks for two or more', () => {
    expect(groupsOf(ruleOf([1], 'last-resort'))).toEqual(['2 data-steward']);
    expect(groupsOf(ruleOf([2, 3]))).toEqual(['2 heads', '3 heads']);
  });

  test('is never fulfilled by one employee', () => {
    expect(groupsOf(ruleOf([1]))).toEqual(['2 data-steward']);
    expect(groupsOf(ruleOf([2, 1]))).toEqual(['2 data-steward']);
  });
});
