import { describe, expect, test } from 'vitest';
import { companyWith, personWith, pointWith } from '../testing/fact-samples.suite.ts';
import type { PartyFacts } from './fact-map.ts';
import type { ContactPoint } from './facts.ts';
import { registrationProfiles } from './literals.ts';
import { clearedFields, hasField } from './mandatory-fields.ts';
import { type MandatoryField, mandatoryFields } from './registration-profiles.ts';

const { contactPoints } = personWith().personal;

function withoutPoints(isGone: (point: ContactPoint) => boolean): {
  readonly contactPoints: readonly ContactPoint[];
} {
  return { contactPoints: contactPoints.filter((point) => !isGone(point)) };
}

const withPoint = (point: Partial<ContactPoint>): PartyFacts =>
  personWith({ contactPoints: [pointWith(point)] });

/** For each field a party that has everything but this one. Names cannot be missing. */
const lacking: Readonly<Partial<Record<MandatoryField, PartyFacts>>> = {
  'registered-name': companyWith({ name: { kind: 'organization', commercialName: 'Bakery' } }),
  'mobile-phone': personWith(withoutPoints(({ method }) => method === 'mobile')),
  phone: companyWith(withoutPoints(({ method }) => method === 'mobile')),
  'email-address': personWith(withoutPoints(({ method }) => method === 'email')),
  'contact-address': personWith(withoutPoints(({ method }) => method === 'postal')),
  'legal-address': personWith(withoutPoints(({ usage }) => usage === 'legal')),
  'delivery-address': personWith(withoutPoints(({ usage }) => usage === 'delivery')),
  'id-number': { ...personWith(), sensitive: { documents: [] } },
  'birth-place': personWith({}, { birth: { date: '1980-02-29', country: 'NL' } }),
  'birth-country': personWith({}, { birth: { date: '1980-02-29', place: 'Utrecht' } }),
  'country-of-residence': personWith({ residence: { householdSize: 2 } }),
  'employment-status': personWith({ employment: { educationLevel: '6' } }),
  'organization-purpose': companyWith({ organization: { established: '1990-01-01' } }),
  established: companyWith({ organization: { purpose: 'commercial' } }),
};

describe('a field', () => {
  test.each(mandatoryFields.individual.customer)('%s is present for a person who has everything', (field) => {
    expect(hasField(personWith(), field)).toBe(true);
  });

  test.each(mandatoryFields.organization.customer)(
    '%s is present for a company that has everything',
    (field) => {
      expect(hasField(companyWith(), field)).toBe(true);
    },
  );

  test.each(Object.entries(lacking))('%s is reported as missing', (field, facts) => {
    const fields: readonly MandatoryField[] = [
      ...Object.values(mandatoryFields.individual).flat(),
      ...Object.values(mandatoryFields.organization).flat(),
    ];
    const required = fields.filter((one) => one === field);
    expect(required).not.toEqual([]);
    expect(required.map((one) => hasField(facts, one))).not.toContain(true);
  });

  test('of the other kind of party is never present', () => {
    for (const field of ['given-name', 'surname'] as const)
      expect(hasField(companyWith(), field)).toBe(false);
    for (const field of ['commercial-name', 'registered-name'] as const)
      expect(hasField(personWith(), field)).toBe(false);
  });

  test.each([
    ['landline', 'primary', 'phone', true],
    ['mobile', 'work', 'phone', true],
    ['fax', 'primary', 'phone', false],
    ['landline', 'primary', 'mobile-phone', false],
    ['mobile', 'other', 'mobile-phone', true],
    ['postal', 'other', 'contact-address', true],
    ['postal', 'primary', 'legal-address', false],
    ['email', 'legal', 'legal-address', false],
    ['email', 'delivery', 'delivery-address', false],
  ] as const)('a point %s, %s counts as %s: %s', (method, usage, field, isThere) => {
    expect(hasField(withPoint({ method, usage }), field)).toBe(isThere);
  });
});

describe('the mandatory fields that a change clears', () => {
  const bare = personWith({ contactPoints: [], residence: {} }, {});

  test.each(registrationProfiles)('are those the profile %s needs, and no more', (profile) => {
    const cleared = clearedFields(personWith({ profile }), bare);
    const gone = ['mobile-phone', 'email-address', 'contact-address', 'country-of-residence'];
    const wanted = mandatoryFields.individual[profile].filter(
      (field) => gone.includes(field) || field.endsWith('l-address') || field === 'delivery-address',
    );
    expect(cleared).toEqual(wanted);
    expect(cleared).not.toEqual([]);
  });

  test('are only those present before', () => {
    expect(clearedFields(bare, bare)).toEqual([]);
    expect(clearedFields(bare, personWith())).toEqual([]);
  });

  test('depend on the kind of the party', () => {
    const after = companyWith({ organization: {}, contactPoints });
    expect(clearedFields(companyWith(), after)).toEqual(['organization-purpose', 'established']);
    expect(clearedFields(companyWith({ profile: 'prospect' }), after)).toEqual([]);
  });
});
