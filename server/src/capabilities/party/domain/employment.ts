import type { EmploymentChange } from './changes.ts';
import type { PartyFacts } from './fact-map.ts';
import type { Employment } from './facts.ts';
import { clearedFields } from './mandatory-fields.ts';
import { merged, withoutAbsent } from './merging.ts';

export type EmploymentResult =
  | { readonly kind: 'done'; readonly facts: PartyFacts }
  | { readonly kind: 'contradictory' }
  | { readonly kind: 'refused'; readonly refusal: 'mandatory-field-cleared' };

const ofEmployees = ['employerName', 'employerPartyNumber', 'employedSince', 'contractKind'] as const;

/**
 * Returns the facts after a change of employment. A person who is no longer employed has no employer, even if the
 * request does not clear it.
 */
export function changedEmployment(facts: PartyFacts, change: EmploymentChange): EmploymentResult {
  const { netMonthlyIncome, ...work } = change;
  const isEmployed = mayHaveEmployer(facts, work);
  if (!isEmployed && ofEmployees.some((name) => typeof work[name] === 'string'))
    return { kind: 'contradictory' };
  const cleared = isEmployed ? {} : Object.fromEntries(ofEmployees.map((name) => [name, null]));
  const employment = merged<Employment>(facts.personal.employment, { ...work, ...cleared });
  const income = netMonthlyIncome === undefined ? facts.sensitive.netMonthlyIncome : netMonthlyIncome;
  const after: PartyFacts = {
    personal: withoutAbsent({ ...facts.personal, employment }),
    sensitive: withoutAbsent({ ...facts.sensitive, netMonthlyIncome: income ?? undefined }),
  };
  return clearedFields(facts, after).length > 0
    ? { kind: 'refused', refusal: 'mandatory-field-cleared' }
    : { kind: 'done', facts: after };
}

/** A person without a known employment status may have one. */
function mayHaveEmployer({ personal }: PartyFacts, { status }: EmploymentChange): boolean {
  const after = status === undefined ? personal.employment?.status : status;
  return (after ?? 'employed') === 'employed';
}
