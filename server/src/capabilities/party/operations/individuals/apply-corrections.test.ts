import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  effectsOf,
  errorsOf,
  patchIfMatch,
  recordOf,
  refusalOf,
  versionOf,
} from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customer,
  customerFields,
  type Fields,
  type PartyTestApp,
  prospectFields,
  staff,
} from '../../testing/party-test-app.suite.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const steward = staff('e-1', ['data-steward']);
const pathOf = (number: string): string => `/parties/individuals/${number}/corrections`;
const correct = (number: string, body: Fields, as = steward) =>
  app.patch(pathOf(number), { reason: 'typing-error', ...body }, as);

describe('correcting an individual', () => {
  test('merges with known data: sent members change, null clears, the rest stays', async () => {
    const number = await app.person({
      ...customerFields(),
      'middle-name': 'Jan',
      'birth-surname': 'Alt',
      gender: 'male',
      'marital-status': 'single',
      citizenships: ['DE'],
      'birth-place-code': 'B-1',
    });
    const { response, audited, events, versions } = await effectsOf(app, number, () =>
      correct(number, {
        'given-name': ' Mária ',
        'middle-name': null,
        gender: 'female',
        'birth-place': 'Bonn',
        'birth-place-code': null,
        'birth-country': 'NL',
        citizenships: ['NL', 'DE'],
        'legal-capacity': 'full',
        'marital-status': null,
        reason: 'document-check',
        'case-id': 'case-77',
      }),
    );
    expect(response).toMatchObject({ status: 204, text: '' });
    expect({ events, versions }).toEqual({ events: ['individual-corrected'], versions: 1 });
    expect(audited).toEqual([
      {
        operation: 'Individuals_ApplyCorrections',
        actor: 'employee e-1',
        fields: expect.arrayContaining(['name', 'person', 'birth']),
        outcome: 'done',
      },
    ]);
    const record = await recordOf(app, number);
    expect(record).toMatchObject({
      'display-name': 'Mária Schmidt',
      'given-name': 'Mária',
      surname: 'Schmidt',
      'birth-surname': 'Alt',
      gender: 'female',
      'birth-place': 'Bonn',
      'birth-country': 'NL',
      citizenships: ['NL', 'DE'],
      'legal-capacity': 'full',
      'employment-status': 'employed',
    });
    for (const cleared of ['middle-name', 'birth-place-code', 'marital-status'])
      expect(record).not.toHaveProperty(cleared);
  });

  test('leaves no former name: neither the list nor the search finds the wrong one', async () => {
    const number = await app.person({ surname: 'Falschermann' });
    const found = async (path: string): Promise<readonly unknown[]> => {
      const { body } = await app.get(path);
      const items = at(body, 'items');
      return Array.isArray(items) ? items.map((item) => at(item, 'party-number')) : [body];
    };
    expect(await found('/parties?name=falschermann')).toEqual([number]);
    expect((await correct(number, { surname: 'Richtermann' })).status).toBe(204);
    expect(await found('/parties?name=falschermann')).toEqual([]);
    expect(await found('/parties?name=richtermann')).toEqual([number]);
    expect(await found('/parties/search?q=falschermann')).toEqual([]);
    expect(await found('/parties/search?q=richtermann')).toEqual([number]);
  });

  test('is allowed for deceased persons', async () => {
    const number = await app.person();
    await app.post(`/parties/individuals/${number}/death-report`, {
      'date-of-death': '2026-11-01',
      source: 'certificate',
    });
    expect((await correct(number, { surname: 'Verstorben' })).status).toBe(204);
    expect(at(await recordOf(app, number), 'surname')).toBe('Verstorben');
  });

  test('without a difference is audited and changes nothing', async () => {
    const number = await app.person();
    const effects = await effectsOf(app, number, () => correct(number, { surname: 'Schmidt' }));
    expect(effects).toMatchObject({ response: { status: 204 }, versions: 0, events: [] });
    expect(effects.audited).toMatchObject([{ fields: [], outcome: 'done' }]);
  });

  test.each([
    ['contact', { 'given-name': null }],
    ['contact', { surname: null }],
    ['customer', { 'birth-place': null }],
    ['customer', { 'birth-country': null }],
    ['customer', { 'id-number': null, 'id-kind': null }],
  ])('of a %s cannot clear what the profile needs: %j', async (profile, body) => {
    const number = await app.person(profile === 'customer' ? customerFields() : {});
    const effects = await effectsOf(app, number, () => correct(number, body));
    expect(refusalOf(effects.response)).toBe('440 mandatory-field-cleared');
    expect(effects).toMatchObject({ versions: 0, events: [] });
  });

  test('of a contact may clear what only customers need', async () => {
    const number = await app.person({ 'birth-place': 'Ulm', 'birth-country': 'DE' });
    expect((await correct(number, { 'birth-place': null, 'birth-country': null })).status).toBe(204);
    expect(await recordOf(app, number)).not.toHaveProperty('birth-place');
  });

  test('rejects the number of another party, and kinds that individuals do not have', async () => {
    await app.person({ ...prospectFields(), 'id-number': 'TAKEN-01' });
    const number = await app.person(prospectFields());
    const wrong = { 'id-number': 'HRB1234', 'id-kind': 'registration-number' };
    expect(refusalOf(await correct(number, wrong))).toBe('440 id-number-not-acceptable');
    const usedNumber = { 'id-number': 'taken01', 'id-kind': 'passport-number' };
    await app.signedCorrection(number, { ...usedNumber, reason: 'typing-error' });
    const second = await effectsOf(app, number, () =>
      correct(number, usedNumber, staff('e-2', ['data-steward'])),
    );
    expect(refusalOf(second.response)).toBe('440 id-number-already-registered');
    expect(second).toMatchObject({ versions: 0, events: [] });
  });

  test.each([
    [{}, ['400  too-few']],
    [{ 'case-id': 'x' }, ['400  too-few']],
    [{ surname: 'A', reason: 'boredom' }, ['400 reason enum']],
    [{ surname: 'A', nickname: 'B' }, ['400 nickname unknown-field']],
    [{ 'birth-date': '2026-11-16' }, ['400 birth-date maximum']],
    [{ 'id-number': 'X1234567' }, ['400 id-kind combination-required']],
    [{ 'id-number': null, 'id-kind': 'passport-number' }, ['400 id-number combination-required']],
    [{ 'id-number': '86095742718', 'id-kind': 'tax-id-number' }, ['400 id-number checksum']],
  ])('with %j is invalid', async (body, errors) => {
    const number = await app.person();
    expect(errorsOf(await correct(number, body))).toEqual(errors);
  });

  test('requires a reason', async () => {
    const number = await app.person();
    const body = { surname: 'Neu', gender: 'female' };
    expect(errorsOf(await app.patch(pathOf(number), body, steward))).toEqual(['400 reason required']);
  });

  test('by an application requires a case id', async () => {
    const number = await app.person();
    expect(errorsOf(await correct(number, { surname: 'Neu' }, back()))).toEqual(['400 case-id required']);
    expect(errorsOf(await correct(number, { surname: 'Neu', 'case-id': '' }, back()))).toEqual([
      '400 case-id required',
    ]);
    expect((await correct(number, { surname: 'Neu', 'case-id': 'c-1' }, back())).status).toBe(204);
  });

  test('is allowed for individuals, by data stewards and applications that write', async () => {
    const organization = await app.organization();
    expect(refusalOf(await correct(organization, { surname: 'Neu' }))).toBe('440 party-kind-mismatch');
    const number = await app.person();
    const body = { surname: 'Neu', 'case-id': 'c-1' };
    expect((await correct(number, body, staff('e-1', ['party.write']))).status).toBe(403);
    expect((await correct(number, body, back('01', ['party.read', 'party.sensitive']))).status).toBe(403);
    expect((await correct(number, body, customer(number))).status).toBe(403);
    expect(refusalOf(await correct('1000000000', { surname: 'Neu' }))).toBe('404 not-found');
  });

  test('of another version is rejected', async () => {
    const number = await app.person();
    const body = { surname: 'Neu', reason: 'typing-error', 'case-id': 'c-1' };
    const version = await versionOf(app, number);
    const stale = await patchIfMatch(app, pathOf(number), { body, tag: `"${version + 1}"` });
    expect(refusalOf(stale)).toBe('412 precondition-failed');
    expect((await patchIfMatch(app, pathOf(number), { body, tag: `"${version}"` })).status).toBe(204);
  });
});
