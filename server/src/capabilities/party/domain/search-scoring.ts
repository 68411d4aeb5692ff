import type { SearchFieldName } from './queries.ts';

/** Where a word stands that a party is found by. */
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

/** What fields have in common when it comes to their weight. */
export type FieldClass = 'party-number' | 'current-name' | 'former-name' | 'address';

/** How well a term fits a word. */
export type MatchQuality = 'exact' | 'beginning' | 'slip';

const weights: Readonly<Record<FieldClass, number>> = {
  'party-number': 10,
  'current-name': 5,
  'former-name': 3,
  address: 1,
};
const qualities: Readonly<Record<MatchQuality, number>> = { exact: 3, beginning: 2, slip: 1 };

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

/** The class a field belongs to. */
export function classOf(field: SearchField): FieldClass {
  return classes[field];
}

/** SPEC channel interfaces 2.3: what one match is worth. A term counts its best one, and terms are summed. */
export function matchScore(fieldClass: FieldClass, quality: MatchQuality): number {
  return weights[fieldClass] * qualities[quality];
}

// GAP: a search by one name also finds those who had it before; a display name is made of all names. ADR-0025
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

/** The fields a search looks at when its caller names some. */
export function fieldsFor(names: readonly SearchFieldName[]): ReadonlySet<SearchField> {
  return new Set(names.flatMap((name) => (name === 'party-number' ? [] : fieldsByName[name])));
}
