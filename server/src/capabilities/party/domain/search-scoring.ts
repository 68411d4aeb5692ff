import type { SearchFieldName } from './queries.ts';

/** Fields of a party that contain searchable words. */
export const searchFieldsOfEntry = [
  'given-name',
  'middle-name',
  'surname',
  'birth-surname',
  'registered-name',
  'commercial-name',
  'former-given-name',
  'former-surname',
  'former-registered-name',
  'former-commercial-name',
  'address',
] as const;
export type SearchField = (typeof searchFieldsOfEntry)[number];

/** Groups fields of equal weight. */
export type FieldClass = 'party-number' | 'current-name' | 'former-name' | 'address';

/** How well a term matches a word. */
export type MatchQuality = 'exact' | 'beginning' | 'typo';

const weights: Readonly<Record<FieldClass, number>> = {
  'party-number': 10,
  'current-name': 5,
  'former-name': 3,
  address: 1,
};
const qualities: Readonly<Record<MatchQuality, number>> = { exact: 3, beginning: 2, typo: 1 };

// GAP: the specification has no weight for a surname at birth; it counts as a former name. ADR-0025
const classes: Readonly<Record<SearchField, FieldClass>> = {
  'given-name': 'current-name',
  'middle-name': 'current-name',
  surname: 'current-name',
  'birth-surname': 'former-name',
  'registered-name': 'current-name',
  'commercial-name': 'current-name',
  'former-given-name': 'former-name',
  'former-surname': 'former-name',
  'former-registered-name': 'former-name',
  'former-commercial-name': 'former-name',
  address: 'address',
};

/** Returns the class of a field. */
export function classOf(field: SearchField): FieldClass {
  return classes[field];
}

/**
 * SPEC channel interfaces 2.3: returns the score of one match. A term counts its best match, and the scores of terms
 * are added.
 */
export function matchScore(fieldClass: FieldClass, quality: MatchQuality): number {
  return weights[fieldClass] * qualities[quality];
}

// GAP: a search by one name also finds parties that had it before; a display name consists of all names. ADR-0025
const fieldsByName: Readonly<Record<Exclude<SearchFieldName, 'party-number'>, readonly SearchField[]>> = {
  'display-name': [
    'given-name',
    'middle-name',
    'surname',
    'registered-name',
    'commercial-name',
    'former-given-name',
    'former-surname',
    'former-registered-name',
    'former-commercial-name',
  ],
  'given-name': ['given-name', 'former-given-name'],
  surname: ['surname', 'former-surname'],
  'birth-surname': ['birth-surname'],
  'registered-name': ['registered-name', 'former-registered-name'],
  'commercial-name': ['commercial-name', 'former-commercial-name'],
  'contact-points.address': ['address'],
};

/** Returns the fields to search when the caller names some. */
export function fieldsFor(names: readonly SearchFieldName[]): ReadonlySet<SearchField> {
  return new Set(names.flatMap((name) => (name === 'party-number' ? [] : fieldsByName[name])));
}
