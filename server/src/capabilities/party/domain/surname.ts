import type { SurnameChange } from './changes.ts';
import type { IndividualName } from './facts.ts';

/** The name after a change of surname; whoever marries keeps the old one as name at birth. */
export function changedSurname(
  name: IndividualName,
  { reason, surname }: SurnameChange,
): IndividualName | 'surname-unchanged' {
  if (name.surname === surname) return 'surname-unchanged';
  const isFirstMarriage = reason === 'marriage' && name.birthSurname === undefined;
  return { ...name, surname, ...(isFirstMarriage ? { birthSurname: name.surname } : {}) };
}
