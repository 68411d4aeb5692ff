import type { EffectiveRule } from './merge-rules.ts';

/** Customers of whom a rule wants a signature: their people belong to the roster. */
export function customersIn({ alternatives }: EffectiveRule): readonly string[] {
  return alternatives
    .flat()
    .filter(({ entityLevel }) => entityLevel === 'customer')
    .map(({ entityId }) => entityId);
}

/** People a rule names one by one. */
export function peopleIn({ alternatives }: EffectiveRule): readonly string[] {
  return alternatives
    .flat()
    .filter(({ entityLevel }) => entityLevel === 'user-id' || entityLevel === 'user-name')
    .map(({ entityId }) => entityId);
}
