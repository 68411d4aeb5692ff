import type { SurnameChange } from './changes.ts';
import type { IndividualName } from './facts.ts';

/** Returns the name after a change of surname; after a marriage the old one is stored as birth surname. */
export function changedSurname(
  name: IndividualName,
  { reason, surname }: SurnameChange,
): IndividualName | 'surname-unchanged' {
  if (name.surname === surname) return 'surname-unchanged';
  const isFirstMarriage = reason === 'marriage' && name.birthSurname === undefined;
  return { ...name, surname, ...(isFirstMarriage ? { birthSurname: name.surname } : {}) };
}
