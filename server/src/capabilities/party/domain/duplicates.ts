import type { PartyFacts } from './fact-map.ts';
import type { Day, PartyName } from './facts.ts';
import { foldWords } from './folding.ts';

/** Why somebody looks like a party that is registered already. Told to staff as it stands; names nobody. */
export const duplicateReasons = ['same-name-and-birth-date', 'same-verified-phone'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** What each reason means, for whoever has to decide. */
export const duplicateExplanations: Readonly<Record<DuplicateReason, string>> = {
  'same-name-and-birth-date':
    'A registered party has the same names, whatever their order, case, accents or script, and the same date of birth or foundation.',
  'same-verified-phone': 'A registered party has confirmed the same phone number as its own.',
};

/**
 * The text that is equal for two who have the same name and were born, or founded, on the same day; undefined where the
 * day is not known. The order of the names does not count: people write the surname first or last.
 */
export function nameAndBirthKey(name: PartyName, day: Day | undefined): string | undefined {
  if (day === undefined) return undefined;
  const text =
    name.kind === 'individual'
      ? `${name.givenName} ${name.surname}`
      : (name.registeredName ?? name.commercialName);
  const words = foldWords(text).toSorted();
  return words.length === 0 ? undefined : `${name.kind} ${day} ${words.join(' ')}`;
}

/** The same for a party: people are born, organizations are founded. */
export function namesakeKeyOf({ personal, sensitive }: PartyFacts): string | undefined {
  return nameAndBirthKey(personal.name, sensitive.birth?.date ?? personal.organization?.established);
}
