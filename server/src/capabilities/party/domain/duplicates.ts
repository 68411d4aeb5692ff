import type { PartyFacts } from './fact-map.ts';
import type { Day, PartyName } from './facts.ts';
import { foldWords } from './folding.ts';

/** Why a party resembles a registered one. Shown to staff; contains no personal data. */
export const duplicateReasons = ['same-name-and-birth-date', 'same-verified-phone'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** Explains each reason to the employee who decides. */
export const duplicateExplanations: Readonly<Record<DuplicateReason, string>> = {
  'same-name-and-birth-date':
    'A registered party has the same names, whatever their order, case, accents or script, and the same date of birth or foundation.',
  'same-verified-phone': 'A registered party has confirmed the same phone number as its own.',
};

/**
 * Returns the key that is equal for two parties with the same name and the same day of birth or foundation; undefined
 * where the day is unknown. The order of the names does not count: surnames are written first or last.
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

/** Returns the key of a party: from the birth date of a person, or the foundation date of an organization. */
export function namesakeKeyOf({ personal, sensitive }: PartyFacts): string | undefined {
  return nameAndBirthKey(personal.name, sensitive.birth?.date ?? personal.organization?.established);
}
