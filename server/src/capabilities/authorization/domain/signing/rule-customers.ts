import type { EffectiveRule } from './merge-rules.ts';
import { type Alternative, isGroupLevel } from './rule.ts';

/** Returns the customers whose signature a rule requires: their people belong to the roster. */
export function customersIn({ alternatives }: EffectiveRule): readonly string[] {
  return alternatives
    .flat()
    .filter(({ entityLevel }) => entityLevel === 'customer')
    .map(({ entityId }) => entityId);
}

/** Returns the people that a rule names individually. */
export function peopleIn({ alternatives }: EffectiveRule): readonly string[] {
  return alternatives
    .flat()
    .filter(({ entityLevel }) => entityLevel === 'user-id' || entityLevel === 'user-name')
    .map(({ entityId }) => entityId);
}

/** Returns the groups that alternatives of rules name. */
export function groupsIn(
  rules: readonly { readonly alternatives: readonly Alternative[] }[],
): readonly string[] {
  const groups = rules
    .flatMap(({ alternatives }) => alternatives.flat())
    .filter(({ entityLevel }) => isGroupLevel(entityLevel))
    .map(({ entityId }) => entityId);
  return [...new Set(groups)];
}
