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

  test('holds for three days, and who entered the correction may sign it', () => {
    const { collectionValidity, ...rule } = correctionRule(ruleOf([1]));
    expect(collectionValidity?.toString()).toBe('PT72H');
    expect(rule).toStrictEqual({
      sources: [],
      basis: 'last-resort',
      enforceHierarchy: false,
      initiatorMaySign: true,
      alternatives: [
        [
          {
            level: 1,
            entityLevel: 'special-group',
            entityId: 'data-steward',
            required: 2,
            distinctGroup: false,
          },
        ],
      ],
    });
  });

  test('is that of the stewards where the bank has no rule of its own, however strict its last resort is', () => {
    expect(groupsOf(ruleOf([2], 'last-resort'))).toEqual(['2 data-steward']);
  });

  test('is never fulfilled by one employee', () => {
    expect(groupsOf(ruleOf([1]))).toEqual(['2 data-steward']);
    expect(groupsOf(ruleOf([2, 1]))).toEqual(['2 data-steward']);
  });
});
