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

/** The facts after a change of work. Who is no longer employed has no employer, whether it was said or not. */
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

/** Whoever has not said otherwise may have one. */
function mayHaveEmployer({ personal }: PartyFacts, { status }: EmploymentChange): boolean {
  const after = status === undefined ? personal.employment?.status : status;
  return (after ?? 'employed') === 'employed';
}
