import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { ScreeningOutcome } from '../../domain/customer-status.ts';
import { auditOf, errorsOf, eventsOf, recordOf, refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  contactFields,
  createPartyTestApp,
  customerFields,
  home,
  type PartyTestApp,
  prospectFields,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { saveServicingUnits } from '../servicing/save-servicing-units.ts';
import { registerParty } from './register-party.ts';

let app: PartyTestApp;
let outcome: ScreeningOutcome = 'clear';
const screened: unknown[] = [];
beforeAll(async () => {
  app = await createPartyTestApp({
    screening: {
      screen: async (subject) => {
        screened.push(subject);
        return outcome;
      },
    },
  });
  await saveServicingUnits(app.context(), {
    units: [{ unit: 'unit-1', parentUnit: undefined }],
    managers: [{ managerId: 'm-1', unit: 'unit-1' }],
  });
});
afterAll(() => app[Symbol.asyncDispose]());

const path = '/parties/individuals';
const document = {
  kind: 'passport',
  'document-number': 'c01x00t47',
  'issue-date': '2020-01-31',
  'expiry-date': '2030-01-30',
  'issuing-country': 'DE',
  'issuing-authority': 'Bürgeramt Berlin',
};

describe('registering an individual', () => {
  test('returns number and location, and the record has the data of the request', async () => {
    const response = await app.post(path, {
      ...customerFields(),
      'given-name': '  Zoë ',
      'middle-name': 'Anne-Marie',
      surname: "O'Neill  van Dam",
      'birth-surname': 'Müller',
      'mobile-phone': { number: '+49 (151) 2345-6789', extension: '12' },
      'email-address': { value: 'Zoe@EXAMPLE.org' },
      'birth-date': '1984-02-29',
      'birth-place-code': 'B-1',
      gender: 'female',
      citizenships: ['DE', 'IE'],
      'marital-status': 'married',
      'id-number': 'l01x00t471',
      'id-document': document,
      'tax-residencies': [{ country: 'DE', tin: '86095742719' }],
      'contact-preference': { 'preferred-language': 'de-AT', 'opt-ins': [{ purpose: 'survey' }] },
      'servicing-info': {
        'servicing-unit': 'unit-1',
        'relationship-manager': 'm-1',
        'service-channel': 'branch',
      },
      'display-name': 'ignored',
    });
    const number = String(at(response.body, 'id'));
    expect(response.status).toBe(201);
    expect(number).toMatch(/^[0-9]{10}$/);
    expect(response.body).toEqual({ id: number, uri: `/v1/party/parties/${number}` });
    expect(response.headers['location']).toBe(`https://bank.test/v1/party/parties/${number}`);
    expect(await recordOf(app, number)).toMatchObject({
      kind: 'individual',
      'party-number': number,
      'display-name': "Zoë O'Neill van Dam",
      'full-name': "Zoë Anne-Marie O'Neill van Dam",
      'given-name': 'Zoë',
      'middle-name': 'Anne-Marie',
      surname: "O'Neill van Dam",
      'birth-surname': 'Müller',
      'registration-profile': 'customer',
      'record-state': 'live',
      'individual-status': 'living',
      'country-of-residence': 'DE',
      'birth-date': '1984-02-29',
      'birth-place': 'Berlin',
      'birth-place-code': 'B-1',
      'birth-country': 'DE',
      gender: 'female',
      citizenships: ['DE', 'IE'],
      'marital-status': 'married',
      'employment-status': 'employed',
      'id-number': 'L01X00T471',
      'id-kind': 'passport-number',
      'id-issuing-country': 'DE',
      'id-documents': [{ kind: 'passport', 'document-number': 'C01X00T47', status: 'valid' }],
      'tax-residencies': [{ country: 'DE', tin: '86095742719' }],
      customer: { status: 'active', 'status-since': '2026-11-15' },
      'contact-preference': {
        'preferred-language': 'de-AT',
        'opt-ins': [{ purpose: 'survey', channel: 'back-end' }],
      },
      'servicing-info': {
        'servicing-unit': 'unit-1',
        'relationship-manager': 'm-1',
        'service-channel': 'branch',
        since: '2026-11-15',
      },
      created: '2026-11-15T10:00:00.000Z',
      'last-modified': '2026-11-15T10:00:00.000Z',
    });
  });

  test('creates contact points for phone, e-mail and addresses', async () => {
    const number = await app.person({
      ...customerFields(),
      'mobile-phone': { number: '+49 151 23456780' },
    });
    const { body } = await app.get(`/parties/${number}/contact-points`);
    const points = listAt(body).map(
      (point) => `${String(at(point, 'method'))} ${String(at(point, 'usage'))}`,
    );
    expect(points.slice(0, 3).toSorted()).toEqual(['email primary', 'mobile primary', 'postal primary']);
    expect(points.slice(3)).toEqual(['postal legal', 'postal delivery']);
    expect(body).toContainEqual(
      expect.objectContaining({
        method: 'mobile',
        address: expect.objectContaining({ kind: 'phone', number: '+4915123456780', 'country-code': '49' }),
        verified: false,
      }),
    );
    expect(at(body, 4, 'address')).toEqual({
      kind: 'postal',
      ...home,
      label: expect.stringContaining('10969 Berlin'),
    });
  });

  test('emits one event and one audit entry, in the same transaction', async () => {
    const number = await app.person(customerFields(), staff('e-1', ['party.register']));
    expect(await eventsOf(app, number)).toEqual(['individual-registered']);
    expect(await auditOf(app, number)).toEqual([
      {
        operation: 'Individuals_Register',
        actor: 'employee e-1',
        outcome: 'done',
        fields: expect.arrayContaining([
          'name',
          'profile',
          'customer',
          'birth',
          'identification',
          'contact-point',
        ]),
      },
    ]);
    expect((await app.get(`/parties/${number}`)).headers['etag']).toBe('"1"');
  });

  test.each([
    { profile: 'contact', fields: contactFields, given: 'clear', status: 'potential' },
    { profile: 'contact', fields: contactFields, given: 'hit', status: 'potential' },
    { profile: 'prospect', fields: prospectFields, given: 'open', status: 'prospective' },
    { profile: 'customer', fields: customerFields, given: 'clear', status: 'active' },
    { profile: 'customer', fields: customerFields, given: 'open', status: 'prospective' },
    { profile: 'customer', fields: customerFields, given: 'hit', status: 'rejected' },
  ] as const)(
    'as $profile with screening $given leads to status $status',
    async ({ fields, given, profile, status }) => {
      outcome = given;
      screened.length = 0;
      const number = await app.person({
        ...fields(),
        'birth-date': '1990-05-17',
        surname: `${given} ${status} ${profile}`,
      });
      outcome = 'clear';
      expect(at(await recordOf(app, number), 'customer', 'status')).toBe(status);
      const isAsked = profile === 'customer';
      expect(screened).toMatchObject(isAsked ? [{ bankId: '01', birthDate: '1990-05-17' }] : []);
    },
  );

  test('as customer without birth date stays a prospect, even if the screening is clear', async () => {
    const number = await app.person(customerFields());
    expect(at(await recordOf(app, number), 'customer', 'status')).toBe('prospective');
  });

  test('by staff without a unit uses their own; by applications none', async () => {
    const unit = { claims: { unit: 'unit-7' } };
    const byStaff = await app.person({}, staff('e-1', ['party.register'], unit));
    expect(at(await recordOf(app, byStaff), 'servicing-info')).toEqual({
      'servicing-unit': 'unit-7',
      since: '2026-11-15',
    });
    expect(at(await recordOf(app, await app.person()), 'servicing-info')).toBeUndefined();
  });

  test.each([
    [{ 'servicing-unit': 'nowhere' }, 'servicing-unit-not-found'],
    [{ 'servicing-unit': 'unit-1', 'relationship-manager': 'unknown' }, 'manager-not-found'],
    [{ 'relationship-manager': 'm-1' }, 'manager-not-in-unit'],
  ])('with servicing info %j is rejected: %s', async (servicing, problem) => {
    const response = await app.post(path, { ...contactFields(), 'servicing-info': servicing });
    expect(refusalOf(response)).toBe(`440 ${problem}`);
  });

  test('rejects an opt-out of service messages by a party that becomes active', async () => {
    const response = await app.post(path, {
      ...customerFields(),
      'birth-date': '1971-01-01',
      'contact-preference': { 'opt-outs': [{ purpose: 'service-provision' }] },
    });
    expect(refusalOf(response)).toBe('440 preference-not-changeable');
  });

  test('rejects an expired document', async () => {
    const expired = { ...document, 'expiry-date': '2026-11-14' };
    const response = await app.post(path, { ...contactFields(), 'id-document': expired });
    expect(refusalOf(response)).toBe('440 id-document-expired');
  });

  test.each([
    [{ 'birth-date': '2026-11-16' }, '400 birth-date maximum'],
    [{ 'id-document': { ...document, 'issue-date': '2026-11-16' } }, '400 id-document.issue-date maximum'],
    [
      { 'id-document': { ...document, 'content-url': 'https://elsewhere.test/content/1' } },
      '400 id-document.content-url format',
    ],
    [{ 'id-number': 'X1234567' }, '400 id-kind combination-required'],
    [{ 'id-kind': 'passport-number' }, '400 id-number combination-required'],
    [{ nickname: 'Zo' }, '400 nickname unknown-field'],
    [{ 'given-name': 'R2D2' }, '400 given-name pattern'],
    [{ 'mobile-phone': { number: '+49301234567' } }, '400 mobile-phone.number format'],
    [{ 'mobile-phone': { number: '+4915123456789', kind: 'email' } }, '400 mobile-phone.kind mismatch'],
    [{ 'email-address': { value: 'unknown' } }, '400 email-address.value format'],
    [{ 'contact-address': { ...home, 'post-code': '1096' } }, '400 contact-address.post-code pattern'],
    [{ citizenships: ['DE', 'XX'] }, '400 citizenships[1] enum'],
  ])('with %j is invalid: %s', async (more, error) => {
    expect(errorsOf(await app.post(path, { ...contactFields(), ...more }))).toContain(error);
  });

  test('uses the days of the bank: tomorrow in Berlin may be today in UTC', async () => {
    app.clock.set('2026-11-15T23:30:00Z');
    const response = await app.post(path, { ...contactFields(), 'birth-date': '2026-11-16' });
    app.clock.set('2026-11-15T10:00:00Z');
    expect(response.status).toBe(201);
  });

  test('is allowed for callers that register', async () => {
    expect((await app.post(path, contactFields(), back('01', ['party.write']))).status).toBe(403);
    expect((await app.post(path, contactFields(), staff('e-1', ['party.write']))).status).toBe(403);
    expect((await app.call({ method: 'POST', path: `/v1/party${path}`, body: contactFields() })).status).toBe(
      401,
    );
  });
});

test('a party that has a number in another system keeps it, and its number belongs to one party', async () => {
  const registration = {
    profile: 'contact',
    assignedNumber: '9000000998',
    name: { kind: 'individual', givenName: 'Nora', surname: 'Neumann' },
    contacts: [],
  } as const;
  expect(await registerParty(app.context(), registration)).toEqual({ partyNumber: '9000000998' });
  const other = { ...registration, name: { ...registration.name, surname: 'Other' } };
  await expect(registerParty(app.context(), other)).rejects.toMatchObject({ name: expect.any(String) });
  expect(await recordOf(app, '9000000998')).toMatchObject({ surname: 'Neumann' });
});
