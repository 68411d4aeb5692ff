import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  effectsOf,
  errorsOf,
  eventsOf,
  patchIfMatch,
  recordOf,
  refusalOf,
} from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customer,
  type Fields,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const pathOf = (number: string): string => `/parties/individuals/${number}/surname`;
const rename = (number: string, body: Fields, as = back()) =>
  app.patch(pathOf(number), { reason: 'marriage', 'effective-date': '2026-11-15', ...body }, as);
const nameOn = async (number: string, day: string): Promise<unknown> =>
  at((await app.get(`/parties/${number}/as-of?true-on=${day}`)).body, 'surname');
const document = {
  kind: 'passport',
  'document-number': 'C01X00T47',
  'issue-date': '2026-11-01',
  'expiry-date': '2036-10-31',
  'issuing-country': 'DE',
  'issuing-authority': 'Bürgeramt',
};

describe('changing a surname', () => {
  test('by marriage keeps the old one as birth surname', async () => {
    const number = await app.person({ surname: 'Vorher' });
    const effects = await effectsOf(app, number, () =>
      rename(number, { surname: ' von  Nachher ' }, staff('e-1', ['party.write'])),
    );
    expect(effects).toMatchObject({
      response: { status: 204, text: '' },
      versions: 1,
      events: ['individual-surname-changed'],
      audited: [
        { operation: 'Individuals_ChangeSurname', actor: 'employee e-1', fields: ['name'], outcome: 'done' },
      ],
    });
    expect(await recordOf(app, number)).toMatchObject({
      surname: 'von Nachher',
      'birth-surname': 'Vorher',
      'display-name': 'Maria von Nachher',
      'full-name': 'Maria von Nachher',
    });
  });

  test.each([
    ['marriage', 'Geboren', 'Geboren'],
    ['divorce', undefined, undefined],
    ['court-decision', undefined, undefined],
    ['other', 'Geboren', 'Geboren'],
  ])('by %s with birth surname %s leaves %s', async (reason, before, after) => {
    const number = await app.person({
      surname: 'Alt',
      ...(before === undefined ? {} : { 'birth-surname': before }),
    });
    expect((await rename(number, { surname: 'Neu', reason })).status).toBe(204);
    expect(at(await recordOf(app, number), 'birth-surname')).toBe(after);
  });

  test('keeps the former name in the history, and it is still found', async () => {
    app.clock.set('2026-11-15T10:00:00Z');
    const number = await app.person({ surname: 'Wanderfalke' });
    app.clock.set('2026-11-20T10:00:00Z');
    expect((await rename(number, { surname: 'Turmfalke', 'effective-date': '2026-11-20' })).status).toBe(204);
    expect(await nameOn(number, '2026-11-19')).toBe('Wanderfalke');
    expect(await nameOn(number, '2026-11-20')).toBe('Turmfalke');
    for (const name of ['wanderfalke', 'turmfalke']) {
      const listed = await app.get(`/parties?name=${name}`);
      expect(listAt(listed.body, 'items').map((item) => at(item, 'party-number'))).toEqual([number]);
      const criteria = await app.get(`/parties/search?q=${name}`);
      expect(listAt(criteria.body, 'items').map((item) => at(item, 'party-number'))).toEqual([number]);
    }
    app.clock.set('2026-11-15T10:00:00Z');
  });

  test('may be effective in the past, and earlier records stay readable as of their time', async () => {
    app.clock.set('2026-10-01T10:00:00Z');
    const number = await app.person({ surname: 'Spaet' });
    app.clock.set('2026-11-15T10:00:00Z');
    await rename(number, { surname: 'Erkannt', 'effective-date': '2026-10-20' });
    expect(await nameOn(number, '2026-10-19')).toBe('Spaet');
    expect(await nameOn(number, '2026-10-20')).toBe('Erkannt');
    const recordedThen = await app.get(
      `/parties/${number}/as-of?true-on=2026-10-25&known-at=2026-11-01T00:00:00Z`,
    );
    expect(at(recordedThen.body, 'surname')).toBe('Spaet');
  });

  test('effective before the registration applies today, too', async () => {
    const number = await app.person({ surname: 'Mädchenname' });
    expect((await rename(number, { surname: 'Ehename', 'effective-date': '2020-06-01' })).status).toBe(204);
    expect(at(await recordOf(app, number), 'surname')).toBe('Ehename');
  });

  test('to the same name is rejected', async () => {
    const number = await app.person({ surname: 'Bleibt' });
    const effects = await effectsOf(app, number, () => rename(number, { surname: ' Bleibt' }));
    expect(refusalOf(effects.response)).toBe('440 surname-unchanged');
    expect(effects).toMatchObject({ versions: 0, events: [], audited: [] });
  });

  test('may contain the new document', async () => {
    const number = await app.person({ surname: 'Alt' });
    expect((await rename(number, { surname: 'Neu', 'id-document': document })).status).toBe(204);
    expect((await app.get(`/parties/${number}/id-documents`)).body).toMatchObject([
      { kind: 'passport', 'document-number': 'C01X00T47', status: 'valid' },
    ]);
    const [document0] = listAt((await app.get(`/parties/${number}/id-documents`)).body);
    expect(await eventsOf(app, number)).toEqual([
      'individual-registered',
      'individual-surname-changed',
      `identification-document-registered ${String(at(document0, 'id'))}`,
    ]);
  });

  test('with a rejected document changes nothing', async () => {
    const number = await app.person({ surname: 'Alt', 'id-document': document });
    const again = await rename(number, { surname: 'Neu', 'id-document': document });
    expect(refusalOf(again)).toBe('440 id-document-already-registered');
    const expired = { ...document, 'document-number': 'X9999', 'expiry-date': '2026-11-14' };
    expect(refusalOf(await rename(number, { surname: 'Neu', 'id-document': expired }))).toBe(
      '440 id-document-expired',
    );
    for (let index = 0; index < 19; index += 1) {
      await app.post(`/parties/${number}/id-documents`, { ...document, 'document-number': `LIM${index}` });
    }
    const full = await rename(number, {
      surname: 'Neu',
      'id-document': { ...document, 'document-number': 'LIM99' },
    });
    expect(refusalOf(full)).toBe('440 id-document-limit-reached');
    expect(at(await recordOf(app, number), 'surname')).toBe('Alt');
  });

  test.each([
    [{ 'effective-date': '2026-11-16' }, '400 effective-date maximum'],
    [{ 'effective-date': '2026-11-31' }, '400 effective-date format'],
    [{ reason: 'fashion' }, '400 reason enum'],
    [{ surname: 'N3u' }, '400 surname pattern'],
    [{ surname: null }, '400 surname type'],
    [{ 'content-url': 'https://elsewhere.test/1' }, '400 content-url format'],
    [{ 'content-url': 'http://portico.test/content/1' }, '400 content-url format'],
    [{ 'id-document': { ...document, 'issue-date': '2026-11-16' } }, '400 id-document.issue-date maximum'],
  ])('with %j is invalid: %s', async (body, error) => {
    const number = await app.person();
    expect(errorsOf(await rename(number, { surname: 'Neu', ...body }))).toEqual([error]);
  });

  test('is allowed for living individuals', async () => {
    expect(refusalOf(await rename(await app.organization(), { surname: 'Neu' }))).toBe(
      '440 party-kind-mismatch',
    );
    const number = await app.person();
    const death = { 'date-of-death': '2026-11-01', source: 'certificate' };
    await app.post(`/parties/individuals/${number}/death-report`, death);
    expect(refusalOf(await rename(number, { surname: 'Neu' }))).toBe('440 party-deceased');
  });

  test('is allowed for callers that write, on the version they have seen', async () => {
    const number = await app.person();
    expect((await rename(number, { surname: 'Neu' }, staff('e-1', ['party.read']))).status).toBe(403);
    expect((await rename(number, { surname: 'Neu' }, customer(number))).status).toBe(403);
    const body = { surname: 'Neu', reason: 'other', 'effective-date': '2026-11-15' };
    for (const tag of ['"0"', '"2"', 'W/"1"', '"1", "2"', 'nonsense'])
      expect(refusalOf(await patchIfMatch(app, pathOf(number), { body, tag }))).toBe(
        '412 precondition-failed',
      );
    expect((await patchIfMatch(app, pathOf(number), { body, tag: '"1"' })).status).toBe(204);
    const other = { ...body, surname: 'Neuer' };
    expect((await patchIfMatch(app, pathOf(number), { body: other, tag: '*' })).status).toBe(204);
  });
});
