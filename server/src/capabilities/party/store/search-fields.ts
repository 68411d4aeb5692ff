import { classOf, type FieldClass, type SearchField, searchFieldsOfEntry } from '../domain/search-scoring.ts';

/** The letter stored after a word for its field; short, because there are many of them. */
const letters: Readonly<Record<SearchField, string>> = {
  'given-name': 'g',
  'middle-name': 'm',
  surname: 's',
  'birth-surname': 'b',
  'registered-name': 'r',
  'commercial-name': 'c',
  'former-given-name': 'G',
  'former-surname': 'S',
  'former-registered-name': 'R',
  'former-commercial-name': 'C',
  address: 'a',
};

/** Returns the letter of a field in the database. */
export function fieldLetter(field: SearchField): string {
  return letters[field];
}

/** Returns the letters of the requested fields of a class. */
export function lettersOf(fieldClass: FieldClass, wanted: ReadonlySet<SearchField>): readonly string[] {
  return searchFieldsOfEntry
    .filter((field) => classOf(field) === fieldClass && wanted.has(field))
    .map((field) => letters[field]);
}

/** Returns all letters of a class. */
export function allLettersOf(fieldClass: FieldClass): readonly string[] {
  return lettersOf(fieldClass, new Set(searchFieldsOfEntry));
}
