import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { effectsOf, errorsOf, patchIfMatch, recordOf, refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customer,
  customerFields,
  type Fields,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const profiles = {
  employmentprofile: { 'job-title': 'Tinker' },
  residentialprofile: { 'household-size': 2 },
} as const;
const modify = (number: string, profile: keyof typeof profiles, body: Fields, as = back()) =>
  app.patch(`/parties/individuals/${number}/${profile}`, body, as);
const money = { currency: 'EUR', amount: '3210.50' };
const work = {
  'employer-name': 'Nordwind & Co',
  'employer-party-number': '1000000048',
  'employed-since': '2019-03-01',
  'job-title': 'Head of "Things"',
  'tenure-years': 7,
  'experience-years': 20,
  'contract-kind': 'permanent',
};

describe('changing the employment', () => {
  const employ = (number: string, body: Fields, as = back()) => modify(number, 'employmentprofile', body, as);

  test('stores what was sent', async () => {
    const number = await app.person();
    const effects = await effectsOf(app, number, () =>
      employ(number, {
        'employment-status': 'employed',
        ...work,
        'education-level': '7',
        occupation: '2',
        industry: '62',
        'net-monthly-income': money,
      }),
    );
    expect(effects).toMatchObject({
      response: { status: 204 },
      versions: 1,
      events: ['employment-profile-modified'],
      audited: [
        {
          operation: 'Individuals_ModifyEmploymentProfile',
          fields: expect.arrayContaining(['employment', 'netMonthlyIncome']),
        },
      ],
    });
    expect(await recordOf(app, number)).toMatchObject({
      'employment-status': 'employed',
      employment: {
        ...work,
        'education-level': expect.any(String),
        occupation: expect.any(String),
        industry: '62',
        'net-monthly-income': money,
      },
    });
  });

  test('merges, and clears by null', async () => {
    const number = await app.person();
    await employ(number, { 'employment-status': 'employed', ...work, 'net-monthly-income': money });
    await employ(number, { 'job-title': null, 'net-monthly-income': null, 'tenure-years': 8 });
    const { 'job-title': _, ...rest } = work;
    expect(at(await recordOf(app, number), 'employment')).toEqual({ ...rest, 'tenure-years': 8 });
  });

  test('of a person who is no longer employed removes the employer', async () => {
    const number = await app.person();
    await employ(number, { 'employment-status': 'employed', ...work });
    expect((await employ(number, { 'employment-status': 'retired' })).status).toBe(204);
    const record = await recordOf(app, number);
    expect(record).toMatchObject({ 'employment-status': 'retired' });
    expect(at(record, 'employment')).toEqual({
      'job-title': 'Head of "Things"',
      'tenure-years': 7,
      'experience-years': 20,
    });
  });

  test('accepts an employer only for an employed person, by the sent or the recorded status', async () => {
    const number = await app.person();
    const emitted = await employ(number, {
      'employment-status': 'student',
      'employer-name': 'A',
      'contract-kind': 'temporary',
    });
    expect(errorsOf(emitted)).toEqual([
      '400 employer-name combination-not-allowed',
      '400 contract-kind combination-not-allowed',
    ]);
    await employ(number, { 'employment-status': 'student' });
    const known = await employ(number, { 'employed-since': '2020-01-01' });
    expect(errorsOf(known)).toEqual(['400 employment-status combination-not-allowed']);
    expect((await employ(number, { 'employer-name': null })).status).toBe(204);
  });

  test('cannot clear a status that a customer needs', async () => {
    const number = await app.person(customerFields());
    expect(refusalOf(await employ(number, { 'employment-status': null }))).toBe(
      '440 mandatory-field-cleared',
    );
    const contact = await app.person({ 'employment-status': 'other' });
    expect((await employ(contact, { 'employment-status': null })).status).toBe(204);
    expect(at(await recordOf(app, contact), 'employment-status')).toBeUndefined();
  });

  test.each([
    [{}, '400  too-few'],
    [{ 'tenure-years': 81 }, '400 tenure-years maximum'],
    [{ 'employment-status': 'idle' }, '400 employment-status enum'],
    [{ occupation: 'no such' }, '400 occupation enum'],
    [{ 'net-monthly-income': { currency: 'EUR', amount: '1.234' } }, '400 net-monthly-income.amount format'],
    [{ 'net-monthly-income': { currency: 'XYZ', amount: '1' } }, '400 net-monthly-income.currency enum'],
    [{ salary: 1 }, '400 salary unknown-field'],
  ])('with %j is invalid: %s', async (body, error) => {
    expect(errorsOf(await employ(await app.person(), body))).toContain(error);
  });
});

describe('changing the residence', () => {
  const changeResidence = (number: string, body: Fields, as = back()) =>
    modify(number, 'residentialprofile', body, as);
  const living = {
    'residence-status': 'resident',
    'tenure-status': 'tenant-market-rent',
    'years-at-address': 3,
    'household-size': 4,
    'minor-dependants': 2,
    'adult-dependants': 0,
    'resident-since': '2001-09-01',
  };

  test('stores what was sent', async () => {
    const number = await app.person();
    const effects = await effectsOf(app, number, () => changeResidence(number, living, customer(number)));
    expect(effects).toMatchObject({
      response: { status: 204 },
      versions: 1,
      events: ['residential-profile-modified'],
      audited: [
        {
          operation: 'Individuals_ModifyResidentialProfile',
          actor: expect.stringMatching(/^customer usr_/),
          fields: ['residence'],
        },
      ],
    });
    expect(at(await recordOf(app, number), 'residential-profile')).toEqual(living);
    await changeResidence(number, { 'household-size': null, 'years-at-address': 4 });
    const { 'household-size': _, ...rest } = living;
    expect(at(await recordOf(app, number), 'residential-profile')).toEqual({
      ...rest,
      'years-at-address': 4,
    });
  });

  test('to another country, or to other tax residencies, opens the tax status', async () => {
    const number = await app.person(customerFields());
    const open = 'residential-profile-modified confirm-tax-status';
    const taxed = [{ country: 'DE', tin: '86095742719' }, { country: 'NL' }];
    for (const [body, event] of [
      [{ 'country-of-residence': 'NL' }, open],
      [{ 'country-of-residence': 'NL', 'household-size': 1 }, 'residential-profile-modified'],
      [{ 'tax-residencies': taxed }, open],
      [{ 'tax-residencies': taxed, 'household-size': 2 }, 'residential-profile-modified'],
      [{ 'tax-residencies': null }, open],
    ] as const) {
      const { response, events } = await effectsOf(app, number, () => changeResidence(number, body));
      expect([response.status, body, events]).toEqual([204, body, [event]]);
    }
    expect(at(await recordOf(app, number), 'country-of-residence')).toBe('NL');
    expect(at(await recordOf(app, number), 'tax-residencies')).toBeUndefined();
  });

  test('cannot clear a country that a customer needs', async () => {
    const number = await app.person(customerFields());
    expect(refusalOf(await changeResidence(number, { 'country-of-residence': null }))).toBe(
      '440 mandatory-field-cleared',
    );
  });

  test.each([
    [{}, '400  too-few'],
    [{ 'household-size': 0 }, '400 household-size minimum'],
    [{ 'country-of-residence': 'XX' }, '400 country-of-residence enum'],
    [
      { 'tax-residencies': [{ country: 'DE' }, { country: 'DE' }] },
      '400 tax-residencies[1].country duplicate',
    ],
  ])('with %j is invalid: %s', async (body, error) => {
    expect(errorsOf(await changeResidence(await app.person(), body))).toContain(error);
  });
});

describe.each(['employmentprofile', 'residentialprofile'] as const)('%s', (profile) => {
  const body = profiles[profile];

  test('is allowed for living individuals', async () => {
    expect(refusalOf(await modify(await app.organization(), profile, body))).toBe('440 party-kind-mismatch');
    const number = await app.person();
    const death = { 'date-of-death': '2026-11-01', source: 'certificate' };
    await app.post(`/parties/individuals/${number}/death-report`, death);
    expect(refusalOf(await modify(number, profile, body))).toBe('440 party-deceased');
  });

  test('is allowed for the person, for staff and for applications that write', async () => {
    const number = await app.person();
    expect((await modify(number, profile, body, customer(number))).status).toBe(204);
    expect((await modify(number, profile, body, staff('e-1', ['party.write']))).status).toBe(204);
    expect((await modify(number, profile, body, staff('e-1', ['party.read']))).status).toBe(403);
    expect((await modify(number, profile, body, back('01', ['party.read']))).status).toBe(403);
  });

  test('of another version is rejected', async () => {
    const number = await app.person();
    const path = `/parties/individuals/${number}/${profile}`;
    expect(refusalOf(await patchIfMatch(app, path, { body, tag: '"7"' }))).toBe('412 precondition-failed');
    expect((await patchIfMatch(app, path, { body, tag: '"1"' })).status).toBe(204);
  });
});
