import type { EffectiveRule } from './merge-rules.ts';
import { sumRequired } from './rule.ts';

/**
 * Returns whether one signature of one customer fulfils a rule, whichever alternative is used. Levels, joint accounts and
 * mandatory rules of the bank say that the owner or the bank wants more than that.
 */
export function isSingleSignature({
  alternatives,
  basis,
  enforceHierarchy,
  sources,
}: EffectiveRule): boolean {
  if (basis === 'joint-holding' || enforceHierarchy) return false;
  if (sources.some(({ role }) => role === 'mandatory')) return false;
  return alternatives.length > 0 && alternatives.every((alternative) => sumRequired(alternative) === 1);
}
