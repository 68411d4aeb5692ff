import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { effectsOf, errorsOf, eventsOf, refusalOf, versionOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  base,
  createPartyTestApp,
  customer,
  type Fields,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { applyDueChanges } from '../lifecycle/apply-due-changes.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

const document = {
  kind: 'passport',
  'document-number': 'C01-X00/T47',
  'issue-date': '2020-01-31',
  'expiry-date': '2030-01-30',
  'issuing-country': 'DE',
  'issuing-authority': 'Bürgeramt Berlin',
  'place-of-issue': 'Berlin',
  'place-of-issue-code': 'B-1',
  'content-url': 'https://portico.test/content/42',
};
const pathOf = (number: string): string => `/parties/${number}/id-documents`;
const add = (number: string, body: Fields = {}, as = back()) =>
  app.post(pathOf(number), { ...document, ...body }, as);
const documentsOf = async (number: string, as = back()): Promise<readonly string[]> =>
  listAt((await app.get(pathOf(number), as)).body).map(
    (one) => `${String(at(one, 'document-number'))} ${String(at(one, 'status'))}`,
  );

describe('registering a document', () => {
  test('stores it', async () => {
    const number = await app.person();
    const { response, audited, events, versions } = await effectsOf(app, number, () =>
      add(number, { id: 'ignored', status: 'revoked' }, staff('e-7', ['party.write'])),
    );
    const { body } = await app.get(pathOf(number));
    const id = String(at(body, 0, 'id'));
    expect(response).toMatchObject({ status: 204, text: '' });
    expect({ events, versions }).toEqual({
      events: [`identification-document-registered ${id}`],
      versions: 1,
    });
    expect(audited).toEqual([
      {
        operation: 'Parties_RegisterIdentificationDocument',
        actor: 'employee e-7',
        fields: ['document'],
        outcome: 'done',
      },
    ]);
    expect(body).toEqual([
      {
        ...document,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: 'valid',
        'registered-on': '2026-11-15T10:00:00.000Z',
        'verified-by': 'e-7',
      },
    ]);
  });

  test('replaces the valid one of its kind, and is listed before it', async () => {
    const number = await app.person();
    await add(number, { 'document-number': 'P-1' });
    app.clock.advance({ minutes: 1 });
    await add(number, { 'document-number': 'D-1', kind: 'driver-license' });
    app.clock.advance({ minutes: 1 });
    await add(number, { 'document-number': 'P-2' });
    expect(await documentsOf(number)).toEqual(['P-2 valid', 'D-1 valid', 'P-1 replaced']);
  });

  test('that exists already is rejected, in any spelling of its number', async () => {
    const number = await app.person();
    await add(number);
    for (const spelling of ['C01-X00/T47', 'c01x00t47', 'C.0.1.X.0.0.T.4.7']) {
      const again = await effectsOf(app, number, () => add(number, { 'document-number': spelling }));
      expect(refusalOf(again.response)).toBe('440 id-document-already-registered');
      expect(again).toMatchObject({ versions: 0, events: [], audited: [] });
    }
    expect((await add(number, { kind: 'residence-permit' })).status).toBe(204);
    expect((await add(number, { 'issuing-country': 'FR' })).status).toBe(204);
    expect((await add(await app.person())).status).toBe(204);
  });

  test('that has expired is rejected; on its expiry date it has not', async () => {
    const number = await app.person();
    expect(refusalOf(await add(number, { 'expiry-date': '2026-11-14' }))).toBe('440 id-document-expired');
    expect((await add(number, { 'expiry-date': '2026-11-15' })).status).toBe(204);
  });

  test('beyond the twentieth is rejected', async () => {
    const number = await app.person();
    for (let index = 0; index < 20; index += 1)
      expect((await add(number, { 'document-number': `N-${index}00` })).status).toBe(204);
    expect(refusalOf(await add(number, { 'document-number': 'N-21' }))).toBe('440 id-document-limit-reached');
    expect(await documentsOf(number)).toHaveLength(20);
  });

  test.each([
    [{ 'issue-date': '2026-11-16' }, '400 issue-date maximum'],
    [{ 'expiry-date': '2020-01-31' }, '400 expiry-date minimum'],
    [{ kind: 'library-card' }, '400 kind enum'],
    [{ 'document-number': '?!' }, '400 document-number too-short'],
    [{ 'document-number': '?!?!' }, '400 document-number pattern'],
    [{ 'issuing-country': 'XX' }, '400 issuing-country enum'],
    [{ 'content-url': 'https://elsewhere.test/content/1' }, '400 content-url format'],
    [{ colour: 'red' }, '400 colour unknown-field'],
  ])('with %j is invalid: %s', async (body, error) => {
    expect(errorsOf(await add(await app.person(), body))).toEqual([error]);
  });

  test('is allowed for living individuals', async () => {
    expect(refusalOf(await add(await app.organization()))).toBe('440 party-kind-mismatch');
    const number = await app.person();
    const death = { 'date-of-death': '2026-11-01', source: 'certificate' };
    await app.post(`/parties/individuals/${number}/death-report`, death);
    expect(refusalOf(await add(number))).toBe('440 party-deceased');
  });

  test('is allowed for staff who write, and for applications that also read sensitive data', async () => {
    const number = await app.person();
    expect(refusalOf(await add(number, {}, back('01', ['party.write'])))).toBe('403 forbidden');
    expect((await add(number, {}, back('01', ['party.sensitive']))).status).toBe(403);
    expect((await add(number, {}, staff('e-1', ['party.sensitive']))).status).toBe(403);
    expect((await add(number, {}, customer(number))).status).toBe(403);
    expect((await add(number, {}, back('01', ['party.write', 'party.sensitive']))).status).toBe(204);
  });

  test('of another version is rejected', async () => {
    const number = await app.person();
    const at1 = async (tag: string): Promise<string> => {
      const path = `${base}${pathOf(number)}`;
      return refusalOf(
        await app.call({ method: 'POST', path, as: back(), headers: { 'if-match': tag }, body: document }),
      );
    };
    expect(await at1('"2"')).toBe('412 precondition-failed');
    expect(await at1('"1"')).toBe('204 undefined');
  });
});

describe('listIdDocuments', () => {
  test('returns expired documents as expired at once, and the job stores it', async () => {
    const number = await app.person();
    await add(number, { 'expiry-date': '2026-12-31' });
    const id = String(at((await app.get(pathOf(number))).body, 0, 'id'));
    app.clock.set('2026-12-31T10:00:00Z');
    await applyDueChanges(app.context());
    expect(await documentsOf(number)).toEqual(['C01-X00/T47 valid']);
    app.clock.set('2027-01-01T10:00:00Z');
    expect(await documentsOf(number)).toEqual(['C01-X00/T47 expired']);
    const version = await versionOf(app, number);
    expect(await applyDueChanges(app.context())).toBe(1);
    expect(await eventsOf(app, number)).toContain(`identification-document-expired ${id}`);
    expect(await versionOf(app, number)).toBe(version + 1);
    expect(await documentsOf(number)).toEqual(['C01-X00/T47 expired']);
    expect(await applyDueChanges(app.context())).toBe(0);
    expect((await eventsOf(app, number)).filter((name) => name.includes('expired'))).toHaveLength(1);
  });

  test('and the job expires documents even if another record cannot be read; that one is deferred', async () => {
    const [unreadable, other] = [await app.person(), await app.person()];
    await add(unreadable, { 'expiry-date': '2026-12-30' });
    await add(other, { 'expiry-date': '2026-12-31' });
    await app.database.query(`update party.party set sensitive = '\\xbad0' where party_number = $1`, [
      unreadable,
    ]);
    app.clock.set('2027-01-01T10:00:00Z');
    expect(await applyDueChanges(app.context())).toBe(1);
    expect((await eventsOf(app, other)).filter((name) => name.includes('expired'))).toHaveLength(1);
    const aside = () => app.database.query('select job, row_key, attempts from platform.set_aside_row');
    expect(await aside()).toEqual([{ job: 'apply-due-changes', row_key: unreadable, attempts: 1 }]);
    expect(await applyDueChanges(app.context())).toBe(0);
    expect(await aside()).toHaveLength(1);
    await app.database.query('update party.party set due_on = null where party_number = $1', [unreadable]);
    app.clock.advance({ hours: 1 });
    await applyDueChanges(app.context());
    expect(await aside()).toEqual([]);
  });

  test('returns none for organizations', async () => {
    expect((await app.get(pathOf(await app.organization()))).body).toEqual([]);
  });

  test('is allowed for callers that read sensitive data, and for the person with two factors', async () => {
    const number = await app.person();
    await add(number);
    const shown = ['C01-X00/T47 valid'];
    expect(await documentsOf(number, staff('e-1', ['party.sensitive']))).toEqual(shown);
    expect(await documentsOf(number, back('01', ['party.sensitive']))).toEqual(shown);
    expect(await documentsOf(number, customer(number))).toEqual(shown);
    expect((await app.get(pathOf(number), back('01', ['party.read']))).status).toBe(403);
    expect((await app.get(pathOf(number), staff('e-1', ['party.read']))).status).toBe(403);
    const weak = await app.get(pathOf(number), customer(number, { acr: '1fa' }));
    expect(weak.status).toBe(401);
    expect(String(weak.headers['www-authenticate'])).toContain('insufficient_user_authentication');
  });
});
