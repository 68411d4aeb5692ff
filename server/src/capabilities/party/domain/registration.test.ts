import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  companyWith,
  documentWith,
  entryWith,
  newDocumentWith,
  now,
  personWith,
  pointWith,
  postalWith,
  preferenceWith,
  ruleContextWith,
  today,
} from '../testing/fact-samples.suite.ts';
import type { NewContactPoint, Registration } from './changes.ts';
import type { ScreeningOutcome } from './customer-status.ts';
import type { PartyFacts } from './fact-map.ts';
import type { PersonalFacts } from './facts.ts';
import { type CustomerStatus, customerStatuses, registrationProfiles } from './literals.ts';
import {
  identificationOf,
  type RegistrationContext,
  type RegistrationResult,
  registeredFacts,
} from './registration.ts';

const mail: NewContactPoint = {
  method: 'email',
  usage: 'primary',
  address: { kind: 'email', value: 'ana@example.org' },
};
const number = { idKind: 'tax-id-number', idNumber: '123456782' } as const;

function registrationWith(changed: Partial<Registration> = {}): Registration {
  return {
    profile: 'contact',
    name: { kind: 'individual', givenName: 'Ana', surname: 'Kovač' },
    contacts: [mail],
    ...changed,
  };
}

function contextFor(changed: Partial<RegistrationContext> = {}): RegistrationContext {
  return { ...ruleContextWith(), screening: 'clear', defaultUnit: undefined, ...changed };
}

function registered(
  before: PartyFacts | undefined,
  changed: Partial<Registration>,
  context: Partial<RegistrationContext> = {},
): PartyFacts {
  const outcome = registeredFacts(before, registrationWith(changed), contextFor(context));
  assert(outcome.kind === 'done', JSON.stringify(outcome));
  return outcome.facts;
}

const outcomeOf = (outcome: RegistrationResult): string =>
  outcome.kind === 'refused' ? outcome.refusal : 'done';

/** Returns a contact that can be upgraded. */
function contactWith(personal: Partial<PersonalFacts> = {}): PartyFacts {
  return personWith({
    profile: 'contact',
    customer: { status: 'potential', statusSince: '2020-01-01' },
    contactPoints: [pointWith()],
    ...personal,
  });
}

describe('a new party', () => {
  test('has the facts of the request, and nothing else', () => {
    expect(registered(undefined, {})).toStrictEqual({
      personal: {
        profile: 'contact',
        name: { kind: 'individual', givenName: 'Ana', surname: 'Kovač' },
        customer: { status: 'potential', statusSince: today },
        life: 'living',
        contactPoints: [{ ...mail, id: 'id-00001', isVerified: false }],
      },
      sensitive: { documents: [] },
    });
  });

  test.each<[Registration['profile'], boolean, ScreeningOutcome, CustomerStatus]>([
    ['contact', false, 'open', 'potential'],
    ['prospect', false, 'open', 'prospective'],
    ['customer', true, 'clear', 'active'],
    ['customer', true, 'open', 'prospective'],
    ['customer', false, 'clear', 'prospective'],
    ['customer', true, 'hit', 'rejected'],
    ['customer', false, 'hit', 'rejected'],
  ])('registered as %s, birth date known: %s, screening %s, is %s', (profile, isKnown, screening, status) => {
    const birth = isKnown ? { date: '1980-02-29' } : { place: 'Utrecht' };
    expect(registered(undefined, { profile, birth }, { screening }).personal.customer).toEqual({
      status,
      statusSince: today,
    });
  });

  test('that is an organization has no life status and needs no birth date', () => {
    const name = { kind: 'organization', commercialName: 'Bakery' } as const;
    const { personal } = registered(undefined, { profile: 'customer', name });
    expect(personal).not.toHaveProperty('life');
    expect(personal.customer.status).toBe('active');
  });

  test('has birth, number, document, owners, preferences and taxes of the request, each in its place', () => {
    const { personal, sensitive } = registered(undefined, {
      birth: { date: '1980-02-29' },
      person: { gender: 'female' },
      residence: { countryOfResidence: 'NL' },
      employment: { status: 'student' },
      size: { headcount: 3 },
      identification: number,
      taxResidencies: [{ country: 'NL' }],
      document: newDocumentWith(),
      preference: { preferredLanguage: 'nl', optIns: [{ purpose: 'survey' }] },
      ownership: {
        kind: 'private',
        owners: [{ name: 'Ben', ...number, share: 60, isBeneficialOwner: true }],
      },
    });
    expect(personal).toMatchObject({
      person: { gender: 'female' },
      residence: { countryOfResidence: 'NL' },
      employment: { status: 'student' },
      size: { headcount: 3 },
      ownership: { kind: 'private', owners: [{ name: 'Ben', idKind: 'tax-id-number', share: 60 }] },
      preference: {
        preferredLanguage: 'nl',
        optIns: [{ purpose: 'survey', since: now, channel: 'branch' }],
        optOuts: [],
      },
    });
    expect(JSON.stringify(personal)).not.toContain(number.idNumber);
    expect(sensitive).toMatchObject({
      birth: { date: '1980-02-29' },
      identification: { ...number, issuingCountry: 'NL' },
      taxResidencies: [{ country: 'NL' }],
      ownerNumbers: ['123456782'],
      documents: [{ documentNumber: 'NX1234567', status: 'valid' }],
    });
  });

  test.each<[string, Partial<Registration>, string]>([
    [
      'an expired document',
      { document: newDocumentWith({ expiryDate: '2026-11-14' }) },
      'id-document-expired',
    ],
    [
      'owners of more than 100 percent',
      { ownership: { owners: [{ share: 101, isBeneficialOwner: true }] } },
      'ownership-exceeds-total',
    ],
    [
      'no beneficial owner',
      { ownership: { owners: [{ share: 1, isBeneficialOwner: false }] } },
      'beneficial-owner-missing',
    ],
    [
      'twenty-one contact points',
      {
        contacts: Array.from({ length: 21 }, (_, index) => ({
          method: 'email' as const,
          address: { kind: 'email' as const, value: `a${index}@example.org` },
        })),
      },
      'contact-point-limit-reached',
    ],
  ])('with %s is rejected', (_what, changed, refusal) => {
    expect(outcomeOf(registeredFacts(undefined, registrationWith(changed), contextFor()))).toBe(refusal);
  });

  test('cannot opt out of messages of a service it starts to use', () => {
    const preference = { optOuts: [{ purpose: 'service-provision' as const }] };
    const active = registrationWith({ profile: 'customer', birth: { date: '1980-02-29' }, preference });
    expect(outcomeOf(registeredFacts(undefined, active, contextFor()))).toBe('preference-not-changeable');
    expect(outcomeOf(registeredFacts(undefined, active, contextFor({ screening: 'open' })))).toBe('done');
  });
});

describe('servicing', () => {
  const servicing = { unit: 'U1', relationshipManager: 'm-1', since: '2020-01-01' };

  test.each<[string, PartyFacts | undefined, Partial<Registration>, string | undefined, unknown]>([
    ['no unit', undefined, {}, undefined, undefined],
    ['the unit that registered it', undefined, {}, 'U9', { unit: 'U9', since: today }],
    [
      'the named unit and manager',
      undefined,
      { servicing: { unit: 'U2' } },
      'U9',
      { unit: 'U2', since: today },
    ],
    [
      'a named manager, in the own unit',
      undefined,
      { servicing: { relationshipManager: 'm-2' } },
      'U9',
      { unit: 'U9', relationshipManager: 'm-2', since: today },
    ],
    ['the previous unit', contactWith({ servicing }), {}, 'U9', servicing],
    [
      'another manager in the same unit',
      contactWith({ servicing }),
      { servicing: { relationshipManager: 'm-2' } },
      'U9',
      { unit: 'U1', relationshipManager: 'm-2', since: today },
    ],
  ])('is by %s', (_what, before, changed, defaultUnit, after) => {
    const { personal } = registered(before, { profile: 'prospect', ...changed }, { defaultUnit });
    expect(personal.servicing).toEqual(after);
  });
});

describe('an upgrade', () => {
  const [contact, prospect, customer] = registrationProfiles;

  test.each(
    registrationProfiles.flatMap((from, low) =>
      registrationProfiles.map((to, high) => [from, to, high > low] as const),
    ),
  )('from %s to %s is possible: %s', (from, to, isPossible) => {
    const outcome = registeredFacts(
      contactWith({ profile: from }),
      registrationWith({ profile: to }),
      contextFor(),
    );
    expect(outcomeOf(outcome)).toBe(isPossible ? 'done' : 'profile-downgrade-not-allowed');
  });

  test('is not allowed for deceased persons, nor for parties the bank rejected', () => {
    const rise = registrationWith({ profile: prospect });
    expect(outcomeOf(registeredFacts(contactWith({ life: 'deceased' }), rise, contextFor()))).toBe(
      'party-deceased',
    );
    const rejected = contactWith({ customer: { status: 'rejected', statusSince: today } });
    expect(outcomeOf(registeredFacts(rejected, rise, contextFor()))).toBe('party-rejected');
  });

  const statuses = customerStatuses.filter((status) => status !== 'rejected');
  const toProspect: Readonly<Partial<Record<CustomerStatus, CustomerStatus>>> = {
    potential: 'prospective',
    declined: 'prospective',
  };

  test.each(statuses)('to prospect of a party that is %s', (status) => {
    const before = contactWith({ customer: { status, statusSince: '2020-01-01', segment: 'mass' } });
    const after = toProspect[status];
    expect(registered(before, { profile: prospect }).personal.customer).toEqual({
      status: after ?? status,
      statusSince: after === undefined ? '2020-01-01' : today,
      segment: 'mass',
    });
  });

  test.each([
    ['potential', 'clear', 'active'],
    ['prospective', 'clear', 'active'],
    ['declined', 'clear', 'active'],
    ['potential', 'open', 'prospective'],
    ['prospective', 'open', 'prospective'],
    ['declined', 'open', 'prospective'],
    ['potential', 'hit', 'rejected'],
    ['prospective', 'hit', 'rejected'],
    ['declined', 'hit', 'rejected'],
  ] as const)('to customer of a party that is %s, screening %s, leads to %s', (from, screening, to) => {
    const before = contactWith({ customer: { status: from, statusSince: '2020-01-01', statusReason: 'x' } });
    const { customer: after } = registered(before, { profile: customer }, { screening }).personal;
    expect(after.status).toBe(to);
    expect(after.statusSince).toBe(from === to ? '2020-01-01' : today);
  });

  test('uses the birth date recorded before', () => {
    expect(registered(contactWith(), { profile: customer }).personal.customer.status).toBe('active');
    const before: PartyFacts = { ...contactWith(), sensitive: { documents: [] } };
    expect(registered(before, { profile: customer }).personal.customer.status).toBe('prospective');
  });

  test('keeps members that are not sent again', () => {
    const before: PartyFacts = {
      personal: {
        ...contactWith({
          name: { kind: 'individual', givenName: 'Ana', middleName: 'Maria', surname: 'Kovač' },
          preference: preferenceWith({ optIns: [entryWith('survey')] }),
        }).personal,
      },
      sensitive: { ...contactWith().sensitive, documents: [documentWith()] },
    };
    const after = registered(before, { profile: prospect, birth: { place: 'Zwolle' } });
    expect(after).toStrictEqual({
      personal: {
        ...before.personal,
        profile: 'prospect',
        customer: { status: 'prospective', statusSince: today },
      },
      sensitive: { ...before.sensitive, birth: { date: '1980-02-29', place: 'Zwolle', country: 'NL' } },
    });
  });

  test('overwrites members that are sent again', () => {
    const name = { kind: 'individual', givenName: 'Anna', surname: 'Kovač' } as const;
    const after = registered(contactWith(), {
      profile: prospect,
      name,
      identification: { ...number, issuingCountry: 'BE' },
      residence: { countryOfResidence: 'BE' },
      taxResidencies: [],
    });
    expect(after.personal.name).toEqual(name);
    expect(after.personal.residence).toEqual({ countryOfResidence: 'BE', householdSize: 2 });
    expect(after.sensitive).toMatchObject({ identification: { issuingCountry: 'BE' }, taxResidencies: [] });
  });

  test('that repeats a contact point does not duplicate it; another one becomes primary', () => {
    const again = { ...mail, address: { kind: 'email', value: 'ANA@example.org' } } as const;
    const server = { method: 'postal', usage: 'legal', address: postalWith() } as const;
    const before = contactWith();
    const { contactPoints } = registered(before, { profile: prospect, contacts: [again, server] }).personal;
    expect(contactPoints.filter(({ method }) => method === 'email')).toEqual([pointWith()]);
    expect(contactPoints).toHaveLength(2);
    const other = { ...mail, address: { kind: 'email', value: 'eva@example.org' } } as const;
    const moved = registered(before, { profile: prospect, contacts: [other] }).personal.contactPoints;
    expect(moved.map(({ isVerified, usage }) => [usage, isVerified])).toEqual([
      ['primary', false],
      ['other', true],
    ]);
  });

  test('of an organization keeps its names', () => {
    const before = companyWith({ profile: contact });
    const name = { kind: 'organization', commercialName: 'Bread' } as const;
    expect(registered(before, { profile: prospect, name, contacts: [] }).personal.name).toEqual({
      kind: 'organization',
      commercialName: 'Bread',
      registeredName: 'Bakery B.V.',
    });
  });

  test('never loses a known fact', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(prospect, customer),
        fc.constantFrom('clear', 'open', 'hit'),
        (profile, screening) => {
          const before = contactWith({
            person: { gender: 'female' },
            pictureUrl: 'https://bank.example/content/1',
          });
          const after = registered(before, { profile, contacts: [] }, { screening });
          expect(Object.keys(after.personal)).toEqual(expect.arrayContaining(Object.keys(before.personal)));
          expect(after.sensitive).toEqual(before.sensitive);
        },
      ),
    );
  });
});

test.each([
  [undefined, 'NL'],
  ['BE', 'BE'],
])('a number of country %s comes from %s', (given, country) => {
  const identification = identificationOf(
    { ...number, ...(given === undefined ? {} : { issuingCountry: given }) },
    'NL',
  );
  expect(identification).toStrictEqual({ ...number, issuingCountry: country });
});
