import type { Corrections } from './changes.ts';
import { canonical, type PartyFacts } from './fact-map.ts';
import type { Birth, Identification, IndividualName, Person } from './facts.ts';
import { clearedFields } from './mandatory-fields.ts';
import { merged, withoutAbsent } from './merging.ts';

export type CorrectionResult =
  | { readonly kind: 'done'; readonly facts: PartyFacts }
  | { readonly kind: 'refused'; readonly refusal: 'mandatory-field-cleared' };

/** Corrects data that was never true; the wrong name leaves no trace in the history of names. */
export function correctIndividual(
  facts: PartyFacts,
  corrections: Corrections,
  { bankCountry }: { readonly bankCountry: string },
): CorrectionResult {
  const name = correctedName(facts, corrections);
  if (name === undefined) return { kind: 'refused', refusal: 'mandatory-field-cleared' };
  const person = merged<Person>(
    facts.personal.person,
    withoutAbsent({
      gender: corrections.gender,
      citizenships: corrections.citizenships,
      maritalStatus: corrections.maritalStatus,
      legalCapacity: corrections.legalCapacity,
    }),
  );
  const birth = merged<Birth>(
    facts.sensitive.birth,
    withoutAbsent({
      date: corrections.birthDate,
      place: corrections.birthPlace,
      placeCode: corrections.birthPlaceCode,
      country: corrections.birthCountry,
    }),
  );
  const identification = correctedIdentification(facts, corrections, bankCountry);
  const { person: _, ...personal } = facts.personal;
  const { birth: __, identification: ___, ...sensitive } = facts.sensitive;
  const after: PartyFacts = {
    personal: { ...personal, name, ...(person === undefined ? {} : { person }) },
    sensitive: {
      ...sensitive,
      ...(birth === undefined ? {} : { birth }),
      ...(identification === undefined ? {} : { identification }),
    },
  };
  return clearedFields(facts, after).length > 0
    ? { kind: 'refused', refusal: 'mandatory-field-cleared' }
    : { kind: 'done', facts: after };
}

/** Returns whether the correction changes identity data, which needs a second employee. */
export function needsSecondApproval(before: PartyFacts, after: PartyFacts): boolean {
  return (
    before.sensitive.birth?.date !== after.sensitive.birth?.date ||
    canonical(before.sensitive.identification) !== canonical(after.sensitive.identification)
  );
}

/** Returns undefined when a mandatory name would be cleared. */
function correctedName({ personal }: PartyFacts, corrections: Corrections): IndividualName | undefined {
  const { birthSurname, givenName, middleName, surname } = corrections;
  if (personal.name.kind !== 'individual' || givenName === null || surname === null) return undefined;
  return merged<IndividualName>(
    personal.name,
    withoutAbsent({ birthSurname, givenName, middleName, surname }),
  );
}

function correctedIdentification(
  { sensitive }: PartyFacts,
  { identification }: Corrections,
  bankCountry: string,
): Identification | undefined {
  if (identification === undefined) return sensitive.identification;
  if (identification === null) return undefined;
  const { idKind, idNumber, issuingCountry = bankCountry } = identification;
  return { idKind, idNumber, issuingCountry };
}
