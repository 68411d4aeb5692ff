import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { auditOf, eventsOf, pointOf, refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  contactFields,
  createPartyTestApp,
  customerFields,
  type Fields,
  organizationCustomerFields,
  type PartyTestApp,
  prospectFields,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { verifyContacts } from '../contacts/verify-contacts.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

const path = '/parties/individuals';
const suspected = '440 duplicate-party-suspected';
const clerk = staff('e-1', ['party.register']);
const named = (givenName: string, surname: string, birthDate: string): Fields => ({
  ...contactFields(),
  'given-name': givenName,
  surname,
  'birth-date': birthDate,
});
/** Returns the override token for an employee. */
const suspicionOf = async (fields: Fields, as = clerk): Promise<string> => {
  const response = await app.post(path, fields, as);
  expect(refusalOf(response)).toBe(suspected);
  return String(at(response.body, 'details', 'token'));
};

describe('a registration that resembles a registered party', () => {
  test.each([
    ['the same', 'Zoë', 'van Dijk', 'Zoë', 'van Dijk'],
    ['another case', 'Anna', 'Berg', 'ANNA', 'berg'],
    ['no accents', 'José', 'Núñez', 'Jose', 'Nunez'],
    ['the surname first', 'Imre', 'Kovács', 'Kovács', 'Imre'],
    ['another script', 'Јован', 'Петровић', 'Jovan', 'Petrovic'],
    ['a hyphen less', 'Jean-Luc', 'Moreau', 'Jean Luc', 'Moreau'],
  ])(
    'by name in %s spelling, born on the same day',
    async (_, givenName, surname, otherGiven, otherSurname) => {
      const born = '1984-02-29';
      await app.person(named(givenName, surname, born));
      expect(refusalOf(await app.post(path, named(otherGiven, otherSurname, born)))).toBe(suspected);
      expect((await app.post(path, named(otherGiven, otherSurname, '1984-03-01'))).status).toBe(201);
    },
  );

  test('is not suspected by name alone, nor by day alone, nor in another bank', async () => {
    await app.person(named('Karl', 'Solo', '1950-01-01'));
    const { 'birth-date': _, ...unborn } = named('Karl', 'Solo', '');
    expect((await app.post(path, unborn)).status).toBe(201);
    expect((await app.post(path, named('Karla', 'Solo', '1950-01-01'))).status).toBe(201);
    expect((await app.post(path, named('Karl', 'Solo', '1950-01-01'), back('02'))).status).toBe(201);
  });

  test('is suspected by a phone number that its owner has confirmed, and only by such a one', async () => {
    const phone = { 'mobile-phone': { number: '+4915199990001' } };
    const owner = await app.person(phone);
    expect((await app.post(path, { ...contactFields(), ...phone })).status).toBe(201);
    const id = await pointOf(app, owner, 'mobile');
    const contacts = [{ method: 'mobile', value: '+4915199990001' }] as const;
    await verifyContacts(app.context(), { partyNumber: owner, contacts });
    expect(await eventsOf(app, owner)).toContain(`contact-point-verified ${id}`);
    const response = await app.post(path, { ...contactFields(), ...phone });
    expect(refusalOf(response)).toBe(suspected);
    expect(at(response.body, 'details', 'reasons')).toEqual([
      { rule: 'same-verified-phone', explanation: expect.any(String) },
    ]);
  });

  test('returns reasons and a count, without naming a party', async () => {
    const owner = await app.person({
      ...named('Wilhelmina', 'Quast', '1961-07-07'),
      'mobile-phone': { number: '+4915199990002' },
    });
    await verifyContacts(app.context(), {
      partyNumber: owner,
      contacts: [{ method: 'mobile', value: '+4915199990002' }],
    });
    const response = await app.post(path, {
      ...named('Quast', 'Wilhelmina', '1961-07-07'),
      'mobile-phone': { number: '+49 151 9999 0002' },
    });
    expect(at(response.body, 'details')).toEqual({
      token: expect.stringMatching(/^.{1,64}$/),
      matches: 1,
      reasons: [
        { rule: 'same-name-and-birth-date', explanation: expect.any(String) },
        { rule: 'same-verified-phone', explanation: expect.any(String) },
      ],
    });
    for (const secret of [owner, 'Quast', 'Wilhelmina', '1961', '9999', '0002'])
      expect(response.text).not.toContain(secret);
  });

  test('does not match itself in an upgrade', async () => {
    const fields = named('Otto', 'Selbst', '1977-07-07');
    const number = await app.person(fields);
    const raised = {
      ...prospectFields(),
      ...fields,
      'registration-profile': 'prospect',
      'party-number': number,
    };
    expect((await app.post(path, raised)).status).toBe(201);
  });

  test('is suspected among organizations by name and day of foundation', async () => {
    const fields = { ...organizationCustomerFields(), 'registered-name': 'Müller & Söhne GmbH' };
    await app.organization(fields);
    const like = { ...organizationCustomerFields(), 'registered-name': 'GMBH Soehne Muller' };
    const same = { ...like, 'registered-name': 'Sohne & Muller GmbH' };
    expect(refusalOf(await app.post('/parties/organizations', same))).toBe(suspected);
    const later = { ...same, established: '1998-04-02' };
    expect((await app.post('/parties/organizations', later)).status).toBe(201);
  });
});

describe('the override', () => {
  test('by an employee registers the party', async () => {
    const fields = named('Ida', 'Zwilling', '2001-01-01');
    await app.person(fields);
    const token = await suspicionOf(named('Ida', 'Zwilling', '2001-01-01'));
    const response = await app.post(
      path,
      { ...named('Ida', 'Zwilling', '2001-01-01'), 'duplicate-override': token },
      clerk,
    );
    expect(response.status).toBe(201);
    const number = String(at(response.body, 'id'));
    expect(await eventsOf(app, number)).toEqual(['individual-registered']);
    expect(await auditOf(app, number)).toMatchObject([{ actor: 'employee e-1', outcome: 'done' }]);
  });

  test('by an application, invented, or of another suspicion does not', async () => {
    await app.person(named('Uwe', 'Eins', '1991-01-01'));
    await app.person(named('Uwe', 'Zwei', '1992-02-02'));
    const fields = named('Uwe', 'Eins', '1991-01-01');
    const token = await suspicionOf(fields);
    const foreign = await suspicionOf(named('Uwe', 'Zwei', '1992-02-02'));
    const [hour, mark = ''] = token.split('.');
    const tries: readonly (readonly [string, Parameters<PartyTestApp['post']>[2]])[] = [
      [token, back()],
      [foreign, clerk],
      ['0', clerk],
      ['x.y', clerk],
      [`${hour}.`, clerk],
      [`.${mark}`, clerk],
      [`${hour}.${mark.slice(0, -1)}${mark.endsWith('A') ? 'B' : 'A'}`, clerk],
      [`${(Number.parseInt(hour ?? '', 36) - 1).toString(36)}.${mark}`, clerk],
    ];
    for (const [override, as] of tries) {
      const response = await app.post(path, { ...fields, 'duplicate-override': override }, as);
      expect([override, refusalOf(response)]).toEqual([override, suspected]);
    }
    expect((await app.post(path, { ...fields, 'duplicate-override': token }, clerk)).status).toBe(201);
  });

  test('of another bank does not', async () => {
    const fields = named('Eva', 'Beide', '1993-03-03');
    await app.person(fields);
    await app.person(fields, back('02'));
    const token = await suspicionOf(fields, staff('e-2', ['party.register'], { banks: ['02'] }));
    const response = await app.post(path, { ...fields, 'duplicate-override': token }, clerk);
    expect(refusalOf(response)).toBe(suspected);
  });

  test('is valid for a day', async () => {
    const fields = named('Ute', 'Spaet', '1994-04-04');
    await app.person(fields);
    const token = await suspicionOf(fields);
    app.clock.advance({ hours: 26 });
    const late = await app.post(path, { ...fields, 'duplicate-override': token }, clerk);
    expect(refusalOf(late)).toBe(suspected);
    app.clock.advance({ hours: -3 });
    expect((await app.post(path, { ...fields, 'duplicate-override': token }, clerk)).status).toBe(201);
  });

  test('is valid for the matches it was issued for: another one found meanwhile is evaluated again', async () => {
    const fields = named('Max', 'Drilling', '1995-05-05');
    await app.person(fields);
    const token = await suspicionOf(fields);
    expect((await app.post(path, { ...fields, 'duplicate-override': token }, clerk)).status).toBe(201);
    const third = await app.post(
      path,
      { ...named('Max', 'Drilling', '1995-05-05'), 'duplicate-override': token },
      clerk,
    );
    expect(refusalOf(third)).toBe(suspected);
    expect(at(third.body, 'details', 'matches')).toBe(2);
  });

  test('overrides the suspicion, never the identification number', async () => {
    const fields = {
      ...customerFields(),
      ...named('Gerd', 'Nummer', '1996-06-06'),
      'registration-profile': 'customer',
    };
    await app.person(fields);
    const token = await suspicionOf(fields);
    const response = await app.post(path, { ...fields, 'duplicate-override': token }, clerk);
    expect(refusalOf(response)).toBe('440 id-number-already-registered');
  });
});
