import { Temporal } from 'temporal-polyfill';
import type { EffectiveRule } from './merge-rules.ts';
import { sumRequired } from './rule.ts';

/** The group of the bank whose members sign corrections, unless a rule of the bank names others. */
const correctionGroup = 'data-steward';

const employeesMin = 2;

/** SPEC channel-interfaces 2.4.14: two employees sign. A rule of the bank may ask for others or more, never for fewer. */
export function correctionRule(ofBank: EffectiveRule): EffectiveRule {
  const isEnough =
    ofBank.basis === 'rule' &&
    ofBank.alternatives.every((alternative) => sumRequired(alternative) >= employeesMin);
  if (isEnough) return ofBank;
  return {
    sources: [],
    basis: 'last-resort',
    enforceHierarchy: false,
    initiatorMaySign: true,
    collectionValidity: Temporal.Duration.from({ hours: 72 }),
    alternatives: [
      [
        {
          level: 1,
          entityLevel: 'special-group',
          entityId: correctionGroup,
          required: employeesMin,
          distinctGroup: false,
        },
      ],
    ],
  };
}
