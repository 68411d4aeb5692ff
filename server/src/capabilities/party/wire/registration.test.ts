import { describe, expect, it } from 'vitest';
import { registerIndividual } from '../contract/individuals.ts';
import { registerOrganization } from '../contract/organizations.ts';
import { validatorOf } from '../testing/request-validation.suite.ts';
import { toIndividualRegistration, toOrganizationRegistration } from './registration.ts';

const individual = validatorOf(registerIndividual, toIndividualRegistration);
const organization = validatorOf(registerOrganization, toOrganizationRegistration);

const address = {
  'street-name': 'Nevskaja',
  'building-number': '7',
  'post-code': '1012 AB',
  'town-name': 'Amsterdam',
  country: 'NL',
};
const person = {
  'registration-profile': 'customer',
  'given-name': 'Ana',
  surname: 'Kovač',
  'mobile-phone': { number: '+31 6 12345678' },
  'email-address': { value: 'Ana@Example.ORG' },
  'contact-address': address,
  'legal-address': { ...address, 'building-number': '8' },
  'delivery-address': { ...address, 'building-number': '9' },
  'birth-place': 'Novi Sad',
  'birth-country': 'RS',
  'country-of-residence': 'NL',
  'employment-status': 'employed',
  'id-number': 'ab-123456',
  'id-kind': 'passport-number',
};
const company = {
  'registration-profile': 'customer',
  'commercial-name': 'Bakkerij & Zoon (2)',
  'registered-name': 'Bakkerij B.V.',
  phone: { number: '+31 20 123 4567' },
  'contact-address': address,
  'legal-address': address,
  'delivery-address': address,
  'id-number': '33014286',
  'id-kind': 'registration-number',
  'organization-purpose': 'commercial',
  established: '1990-05-01',
};

const without = (body: object, ...fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)));

/** SPEC 000, copied field by field: the profiles that require it. */
const individualTable: readonly (readonly [string, string])[] = [
  ['given-name', 'contact prospect customer'],
  ['surname', 'contact prospect customer'],
  ['mobile-phone', 'contact prospect'],
  ['email-address', 'contact prospect'],
  ['contact-address', 'prospect customer'],
  ['id-number', 'prospect customer'],
  ['birth-place', 'customer'],
  ['birth-country', 'customer'],
  ['country-of-residence', 'customer'],
  ['legal-address', 'customer'],
  ['delivery-address', 'customer'],
  ['employment-status', 'customer'],
];
const organizationTable: readonly (readonly [string, string])[] = [
  ['commercial-name', 'contact prospect customer'],
  ['phone', 'contact prospect customer'],
  ['contact-address', 'prospect customer'],
  ['id-number', 'prospect customer'],
  ['registered-name', 'prospect customer'],
  ['organization-purpose', 'customer'],
  ['legal-address', 'customer'],
  ['delivery-address', 'customer'],
  ['established', 'customer'],
];
const profiles = ['contact', 'prospect', 'customer'];
const rows = (
  table: readonly (readonly [string, string])[],
): readonly (readonly [string, string, string])[] =>
  table.flatMap(([field, sending]) =>
    profiles.map(
      (profile) => [field, profile, sending.includes(profile) ? 'refused' : 'registered'] as const,
    ),
  );
const outcome = (validated: object, field: string): string => {
  if ('command' in validated) return 'registered';
  return JSON.stringify(validated) === JSON.stringify({ errors: [`required ${field}`] })
    ? 'refused'
    : JSON.stringify(validated);
};

/** A number is sent with its kind. */
const left = (body: object, field: string): object =>
  without(body, field, ...(field === 'id-number' ? ['id-kind'] : []));

describe('a registration without a field', () => {
  it.each(rows(individualTable))('individual, %s, profile %s: %s', (field, profile, expected) => {
    const validated = individual({ body: left({ ...person, 'registration-profile': profile }, field) });
    expect(outcome(validated, field)).toBe(expected);
  });

  it.each(rows(organizationTable))('organization, %s, profile %s: %s', (field, profile, expected) => {
    const validated = organization({ body: left({ ...company, 'registration-profile': profile }, field) });
    expect(outcome(validated, field)).toBe(expected);
  });

  it('without all the fields that its profile requires reports them all', () => {
    const body = { 'registration-profile': 'customer', 'given-name': 'Ana', surname: 'Kovač' };
    expect(individual({ body })).toMatchObject({ errors: { length: 8 } });
  });
});

describe('a registration', () => {
  it('of an individual becomes a command in domain terms', () => {
    const body = {
      ...person,
      'registration-profile': 'prospect',
      'party-number': '1000000048',
      'duplicate-override': 'token',
      'given-name': '  Ana   Maria ',
      'middle-name': 'L.',
      'birth-surname': "D'Or",
      'birth-date': '1980-02-29',
      'birth-place-code': '80306',
      gender: 'female',
      citizenships: ['NL', 'RS'],
      'marital-status': 'married',
      'id-issuing-country': 'RS',
      'contact-preference': {
        'preferred-language': 'nl',
        'opt-ins': [{ purpose: 'survey', since: 'ignored' }],
      },
      'servicing-info': { 'servicing-unit': 'U1', since: '2020-01-01' },
      'tax-residencies': [{ country: 'NL', tin: '123456782' }, { country: 'RS' }],
      'id-document': {
        kind: 'passport',
        'document-number': 'x12345',
        'issue-date': '2020-01-01',
        'expiry-date': '2030-01-01',
        'issuing-country': 'RS',
        'issuing-authority': 'MUP',
        status: 'revoked',
      },
    };
    expect(individual({ body })).toEqual({
      command: {
        profile: 'prospect',
        partyNumber: '1000000048',
        duplicateOverride: 'token',
        name: {
          kind: 'individual',
          givenName: 'Ana Maria',
          middleName: 'L.',
          surname: 'Kovač',
          birthSurname: "D'Or",
        },
        contacts: [
          { method: 'mobile', usage: 'primary', address: { kind: 'phone', number: '+31612345678' } },
          { method: 'email', usage: 'primary', address: { kind: 'email', value: 'Ana@example.org' } },
          {
            method: 'postal',
            usage: 'primary',
            address: expect.objectContaining({ kind: 'postal', buildingNumber: '7' }),
          },
          { method: 'postal', usage: 'legal', address: expect.objectContaining({ buildingNumber: '8' }) },
          { method: 'postal', usage: 'delivery', address: expect.objectContaining({ buildingNumber: '9' }) },
        ],
        identification: { idKind: 'passport-number', idNumber: 'AB-123456', issuingCountry: 'RS' },
        birth: { date: '1980-02-29', place: 'Novi Sad', placeCode: '80306', country: 'RS' },
        person: { gender: 'female', citizenships: ['NL', 'RS'], maritalStatus: 'married' },
        residence: { countryOfResidence: 'NL' },
        employment: { status: 'employed' },
        preference: { preferredLanguage: 'nl', optIns: [{ purpose: 'survey' }] },
        servicing: { unit: 'U1' },
        taxResidencies: [{ country: 'NL', tin: '123456782' }, { country: 'RS' }],
        document: {
          kind: 'passport',
          documentNumber: 'X12345',
          issueDate: '2020-01-01',
          expiryDate: '2030-01-01',
          issuingCountry: 'RS',
          issuingAuthority: 'MUP',
        },
      },
    });
  });

  it('of an organization becomes a command in domain terms', () => {
    const body = {
      ...company,
      'email-address': { kind: 'email', value: 'info@example.org' },
      'legal-structure': 'private-limited',
      'sole-trader': false,
      lei: '5493001KJTIIGC8Y1R12',
      industry: 'C',
      ownership: {
        'ownership-kind': 'private',
        owners: [{ 'party-number': '42', share: 60.5, 'is-beneficial-owner': true }],
      },
      size: { size: 'small', headcount: 12, 'annual-turnover': { currency: 'EUR', amount: '1000000.00' } },
      representatives: [{ 'party-number': '42', role: 'director', 'signing-group': 'A' }],
    };
    expect(organization({ body })).toMatchObject({
      command: {
        name: {
          kind: 'organization',
          commercialName: 'Bakkerij & Zoon (2)',
          registeredName: 'Bakkerij B.V.',
        },
        contacts: [
          { method: 'landline' },
          { method: 'email' },
          { usage: 'primary' },
          { usage: 'legal' },
          { usage: 'delivery' },
        ],
        identification: { idKind: 'registration-number', idNumber: '33014286' },
        organization: { purpose: 'commercial', established: '1990-05-01', soleTrader: false, industry: 'C' },
        ownership: { kind: 'private', owners: [{ partyNumber: '42', share: 60.5, isBeneficialOwner: true }] },
        size: { size: 'small', headcount: 12, annualTurnover: { currency: 'EUR', amount: '1000000.00' } },
        representatives: [{ partyNumber: '42', role: 'director', signingGroup: 'A' }],
      },
    });
  });

  it('of an organization with a mobile phone has a mobile contact point', () => {
    const validated = organization({ body: { ...company, phone: { number: '+31612345678' } } });
    expect(validated).toHaveProperty('command.contacts.0.method', 'mobile');
  });

  it('accepts derived members of responses, and stores none of them', () => {
    const derived = {
      'display-name': 'x',
      'full-name': 1,
      'record-state': 'erased',
      created: null,
      'sync-token': [],
    };
    expect(individual({ body: { ...person, ...derived } })).toEqual(individual({ body: person }));
  });
});

describe('a field error in a registration of an individual', () => {
  const phone = (members: object): object => ({ 'mobile-phone': { number: '+31612345678', ...members } });
  const postal = (members: object): object => ({ 'contact-address': { ...address, ...members } });
  it.each([
    ['unknown-field nickname', { nickname: 'An' }],
    ['unknown-field mobile-phone.note', phone({ note: 'x' })],
    ['mismatch mobile-phone.kind', phone({ kind: 'email' })],
    ['format mobile-phone.number', phone({ number: '+31201234567' })],
    ['format mobile-phone.number', phone({ number: '0612345678' })],
    ['pattern mobile-phone.extension', phone({ extension: '1234567' })],
    ['format email-address.value', { 'email-address': { value: 'unknown' } }],
    ['mismatch email-address.kind', { 'email-address': { kind: 'web', value: 'a@example.org' } }],
    ['enum contact-address.country', postal({ country: 'XX' })],
    ['pattern contact-address.country', postal({ country: 'nl' })],
    ['required contact-address.post-code', { 'contact-address': without(address, 'post-code') }],
    ['pattern contact-address.post-code', postal({ 'post-code': 'X' })],
    [
      'combination-required contact-address.street-name',
      { 'contact-address': without(address, 'street-name') },
    ],
    ['required contact-address.town-name', { 'contact-address': without(address, 'town-name') }],
    ['format contact-address.coordinates.lat', postal({ coordinates: { lat: 52.1234567, long: 4 } })],
    ['maximum contact-address.coordinates.lat', postal({ coordinates: { lat: 91, long: 4 } })],
    ['pattern given-name', { 'given-name': 'R2D2' }],
    ['too-long surname', { surname: 'x'.repeat(71) }],
    ['enum birth-country', { 'birth-country': 'YU' }],
    ['format birth-date', { 'birth-date': '1980-02-30' }],
    ['duplicate citizenships', { citizenships: ['NL', 'NL'] }],
    ['enum citizenships[1]', { citizenships: ['NL', 'ZZ'] }],
    ['pattern id-number', { 'id-number': 'a b c' }],
    [
      'checksum id-number',
      { 'id-number': '123456789', 'id-kind': 'personal-id-number', 'id-issuing-country': 'NL' },
    ],
    ['enum id-issuing-country', { 'id-issuing-country': 'ZZ' }],
    ['duplicate tax-residencies[1].country', { 'tax-residencies': [{ country: 'NL' }, { country: 'NL' }] }],
    ['enum registration-profile', { 'registration-profile': 'vip' }],
    ['type given-name', { 'given-name': null }],
  ])('is reported as %s', (error, members) => {
    expect(individual({ body: { ...person, ...members } })).toEqual({ errors: [error] });
  });

  it('in half an identification is reported at the missing half', () => {
    expect(individual({ body: without(person, 'id-kind') })).toEqual({
      errors: ['combination-required id-kind'],
    });
    expect(individual({ body: without(person, 'id-number') })).toEqual({
      errors: ['combination-required id-number'],
    });
  });

  it('is counted in code points, not in UTF-16 code units', () => {
    expect(individual({ body: { ...person, surname: '𐐀'.repeat(70) } })).toHaveProperty('command');
  });

  it('does not hide another one', () => {
    const body = { ...person, ...phone({ number: 'x' }), ...postal({ country: 'ZZ' }), 'given-name': '7' };
    expect(individual({ body })).toEqual({
      errors: ['enum contact-address.country', 'format mobile-phone.number', 'pattern given-name'],
    });
  });
});

describe('a field error in a registration of an organization', () => {
  const owner = (members: object): object => ({ ownership: { owners: [{ share: 50, ...members }] } });
  it.each([
    ['checksum lei', { lei: '5493001KJTIIGC8Y1R13' }],
    ['pattern lei', { lei: 'short' }],
    ['pattern commercial-name', { 'commercial-name': 'A;B' }],
    ['too-few ownership.owners', { ownership: { owners: [] } }],
    ['maximum ownership.owners[0].share', owner({ 'party-number': '42', share: 101 })],
    ['format ownership.owners[0].share', owner({ 'party-number': '42', share: 33.33333 })],
    ['combination-not-allowed ownership.owners[0].name', owner({ 'party-number': '42', name: 'X' })],
    [
      'format ownership.content-url',
      { ownership: { owners: [{ 'party-number': '42', share: 1 }], 'content-url': 'http://example.org' } },
    ],
    ['enum size.annual-turnover.currency', { size: { 'annual-turnover': { currency: 'XXX', amount: '1' } } }],
    [
      'format size.annual-turnover.amount',
      { size: { 'annual-turnover': { currency: 'JPY', amount: '1.5' } } },
    ],
    [
      'pattern size.annual-turnover.amount',
      { size: { 'annual-turnover': { currency: 'EUR', amount: '-1' } } },
    ],
    [
      'duplicate representatives[1].party-number',
      {
        representatives: [
          { 'party-number': '42', role: 'a' },
          { 'party-number': '42', role: 'b' },
        ],
      },
    ],
    ['unknown-field size.effective', { size: { effective: true } }],
  ])('is reported as %s', (error, members) => {
    expect(organization({ body: { ...company, ...members } })).toEqual({ errors: [error] });
  });

  it('in an owner who is not a party is reported at every missing member', () => {
    expect(organization({ body: { ...company, ...owner({}) } })).toEqual({
      errors: [
        'combination-required ownership.owners[0].id-kind',
        'combination-required ownership.owners[0].id-number',
        'combination-required ownership.owners[0].name',
      ],
    });
  });
});
