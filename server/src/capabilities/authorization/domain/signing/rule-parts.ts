import { omitUndefined } from '#platform/kernel/members.ts';
import type { SigningOwner } from './facts.ts';
import type { EffectiveRule } from './merge-rules.ts';
import type { Alternative, SigningRule } from './rule.ts';

/** Returns what a rule asks for as the rule that applies. */
export function governingPart(rule: SigningRule, { ownerKind }: SigningOwner): EffectiveRule {
  return partOf(rule, 'governing', rule.initiatorMaySign ?? ownerKind !== 'organization');
}

/** Returns what a rule of the bank adds to the rule that applies. */
export function mandatoryPart(rule: SigningRule): EffectiveRule {
  return partOf(rule, 'mandatory', rule.initiatorMaySign ?? true);
}

function partOf(
  rule: SigningRule,
  role: 'governing' | 'mandatory',
  initiatorMaySign: EffectiveRule['initiatorMaySign'],
): EffectiveRule {
  const { ruleId, version, owner, enforceHierarchy, collectionValidity, alternatives } = rule;
  return {
    sources: [{ ruleId, version, owner, role }],
    basis: 'rule',
    enforceHierarchy,
    initiatorMaySign,
    ...omitUndefined({ collectionValidity }),
    alternatives,
  };
}

/** SPEC channel-interfaces 7.2.9: mode `all` requires every holder, `any` requires one. */
export function jointRule({ holders, signingMode }: NonNullable<SigningOwner['joint']>): EffectiveRule {
  const each = holders.map(oneOfCustomer);
  const alternatives = signingMode === 'all' ? [each] : each.map((requirement) => [requirement]);
  return {
    sources: [],
    basis: 'joint-holding',
    enforceHierarchy: false,
    initiatorMaySign: true,
    alternatives,
  };
}

/** One signature of the customer. The initiator may give it, else a company of one person could not sign. */
export function lastResort({ owner }: Pick<SigningOwner, 'owner'>): EffectiveRule {
  return {
    sources: [],
    basis: 'last-resort',
    enforceHierarchy: false,
    initiatorMaySign: true,
    alternatives: [[oneOfCustomer(owner)]],
  };
}

function oneOfCustomer(entityId: string): Alternative[number] {
  return { level: 1, entityLevel: 'customer', entityId, required: 1, distinctGroup: false };
}
