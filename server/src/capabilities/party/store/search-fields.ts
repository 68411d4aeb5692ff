import { classOf, type FieldClass, type SearchField, searchFieldsOfEntry } from '../domain/search-scoring.ts';

/** How a field is written behind a word; small, because there are many of them. */
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

/** The letter a field is known by in the database. */
export function fieldLetter(field: SearchField): string {
  return letters[field];
}

/** The letters of those fields of a class that are wanted. */
export function lettersOf(fieldClass: FieldClass, wanted: ReadonlySet<SearchField>): readonly string[] {
  return searchFieldsOfEntry
    .filter((field) => classOf(field) === fieldClass && wanted.has(field))
    .map((field) => letters[field]);
}

/** All letters of a class. */
export function allLettersOf(fieldClass: FieldClass): readonly string[] {
  return lettersOf(fieldClass, new Set(searchFieldsOfEntry));
}
