import type { ResidenceChange } from './changes.ts';
import { canonical, type PartyFacts } from './fact-map.ts';
import type { Residence } from './facts.ts';
import { clearedFields } from './mandatory-fields.ts';
import { merged } from './merging.ts';

export type Resident =
  | { readonly kind: 'done'; readonly facts: PartyFacts; readonly isTaxStatusOpen: boolean }
  | { readonly kind: 'refused'; readonly refusal: 'mandatory-field-cleared' };

/**
 * Returns the facts after a change of residence. A person who moves to another country must confirm their tax
 * residency.
 */
export function changedResidence(facts: PartyFacts, change: ResidenceChange): Resident {
  const { taxResidencies: requested, ...rest } = change;
  const residence = merged<Residence>(facts.personal.residence, rest);
  const { residence: before, ...personal } = facts.personal;
  const { taxResidencies: earlier, ...sensitive } = facts.sensitive;
  const taxes = requested === undefined ? earlier : (requested ?? undefined);
  const after: PartyFacts = {
    personal: { ...personal, ...(residence === undefined ? {} : { residence }) },
    sensitive: { ...sensitive, ...(taxes === undefined ? {} : { taxResidencies: taxes }) },
  };
  if (clearedFields(facts, after).length > 0) return { kind: 'refused', refusal: 'mandatory-field-cleared' };
  return {
    kind: 'done',
    facts: after,
    isTaxStatusOpen:
      before?.countryOfResidence !== residence?.countryOfResidence || canonical(earlier) !== canonical(taxes),
  };
}
