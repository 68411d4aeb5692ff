import { expect, test } from 'vitest';
import type { EffectiveRule } from './merge-rules.ts';
import type { Requirement } from './rule.ts';
import { isSingleSignature } from './single-signature.ts';

const one: Requirement = {
  level: 1,
  entityLevel: 'customer',
  entityId: '1001',
  required: 1,
  distinctGroup: false,
};
const plain: EffectiveRule = {
  sources: [],
  basis: 'last-resort',
  enforceHierarchy: false,
  initiatorMaySign: true,
  alternatives: [[one]],
};
const source = { ruleId: 'r', version: 1, owner: '*' };

test.each<[string, Partial<EffectiveRule>, boolean]>([
  ['without a configured rule', {}, true],
  ['of a rule for one', { basis: 'rule', sources: [{ ...source, role: 'governing' }] }, true],
  ['of either of two people', { alternatives: [[one], [{ ...one, entityId: '1002' }]] }, true],
  ['of two', { alternatives: [[{ ...one, required: 2 }]] }, false],
  ['of one in each of two levels', { alternatives: [[one, { ...one, level: 2 }]] }, false],
  ['of two in one of the alternatives', { alternatives: [[one], [{ ...one, required: 2 }]] }, false],
  ['in the order of levels', { enforceHierarchy: true }, false],
  ['for a joint account', { basis: 'joint-holding' }, false],
  ['beside a mandatory rule', { basis: 'rule', sources: [{ ...source, role: 'mandatory' }] }, false],
  ['that no alternative names', { alternatives: [] }, false],
])('one signature %s', (_, more, isSingle) => {
  expect(isSingleSignature({ ...plain, ...more })).toBe(isSingle);
});
