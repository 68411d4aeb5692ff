import type { ResidenceChange } from './changes.ts';
import { canonical, type PartyFacts } from './fact-map.ts';
import type { Residence } from './facts.ts';
import { clearedFields } from './mandatory-fields.ts';
import { merged } from './merging.ts';

export type Resident =
  | { readonly kind: 'done'; readonly facts: PartyFacts; readonly isTaxStatusOpen: boolean }
  | { readonly kind: 'refused'; readonly refusal: 'mandatory-field-cleared' };

/** The facts after a change of residence; who moves to another country has to confirm where taxes are due. */
export function changedResidence(facts: PartyFacts, change: ResidenceChange): Resident {
  const { taxResidencies: wished, ...rest } = change;
  const residence = merged<Residence>(facts.personal.residence, rest);
  const { residence: before, ...personal } = facts.personal;
  const { taxResidencies: earlier, ...sensitive } = facts.sensitive;
  const taxes = wished === undefined ? earlier : (wished ?? undefined);
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
