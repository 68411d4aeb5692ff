import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { effectsOf, errorsOf, recordOf, refusalOf, versionOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  base,
  createPartyTestApp,
  customer,
  type Fields,
  newKey,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const estateDesk = staff('e-1', ['estate-desk']);
const pathOf = (number: string): string => `/parties/individuals/${number}/death-report`;
const report = (number: string, body: Fields, as = estateDesk) =>
  app.post(pathOf(number), { 'date-of-death': '2026-11-10', source: 'certificate', ...body }, as);
const lifeOf = async (number: string): Promise<unknown> =>
  at(await recordOf(app, number), 'individual-status');

describe('reporting a death', () => {
  test.each(['certificate', 'civil-register'])('by %s confirms it', async (source) => {
    const number = await app.person({
      'contact-preference': { 'opt-ins': [{ purpose: 'direct-marketing' }, { purpose: 'customer-care' }] },
    });
    const effects = await effectsOf(app, number, () =>
      report(number, {
        source,
        'certificate-number': 'S 12/2026',
        'issuing-authority': 'Standesamt',
        'reported-by': 'Tochter',
        'content-url': 'https://portico.test/content/1',
      }),
    );
    expect(effects).toMatchObject({
      response: { status: 204, text: '' },
      versions: 1,
      events: ['individual-death-confirmed'],
      audited: [
        {
          operation: 'Individuals_ReportDeath',
          actor: 'employee e-1',
          fields: expect.arrayContaining(['life', 'death', 'preference']),
        },
      ],
    });
    const record = await recordOf(app, number);
    expect(record).toMatchObject({
      'individual-status': 'deceased',
      death: { date: '2026-11-10', 'reported-on': '2026-11-15' },
    });
    // Marketing opt-ins are removed.
    expect(listAt(record, 'contact-preference', 'opt-ins').map((entry) => at(entry, 'purpose'))).toEqual([
      'customer-care',
    ]);
  });

  test.each(['relative', 'other'])('by %s is only a report, until it is confirmed', async (source) => {
    const number = await app.person();
    const first = await effectsOf(app, number, () => report(number, { source }));
    expect(first).toMatchObject({
      response: { status: 204 },
      versions: 1,
      events: ['individual-death-reported'],
    });
    expect(await lifeOf(number)).toBe('living');
    expect(at(await recordOf(app, number), 'death', 'date')).toBe('2026-11-10');
    const again = await effectsOf(app, number, () => report(number, { source: 'relative' }));
    expect(again).toMatchObject({ response: { status: 204 }, versions: 0, events: [] });
    expect(refusalOf(await report(number, { source: 'other', 'date-of-death': '2026-11-09' }))).toBe(
      '440 death-already-reported',
    );
    const confirmed = await effectsOf(app, number, () => report(number, { source: 'certificate' }));
    expect(confirmed).toMatchObject({
      response: { status: 204 },
      versions: 1,
      events: ['individual-death-confirmed'],
    });
    expect(await lifeOf(number)).toBe('deceased');
  });

  test('again with the same day is accepted and changes nothing', async () => {
    const number = await app.person();
    await report(number, {});
    for (const source of ['certificate', 'civil-register', 'relative', 'other']) {
      const again = await effectsOf(app, number, () => report(number, { source }));
      expect(again).toMatchObject({ response: { status: 204 }, versions: 0, events: [] });
      expect(again.audited).toMatchObject([{ fields: [], outcome: 'done' }]);
    }
  });

  test('again with another day is rejected', async () => {
    const number = await app.person();
    await report(number, {});
    for (const source of ['certificate', 'relative']) {
      const other = await effectsOf(app, number, () =>
        report(number, { source, 'date-of-death': '2026-11-11' }),
      );
      expect(refusalOf(other.response)).toBe('440 death-already-reported');
      expect(other).toMatchObject({ versions: 0, events: [], audited: [] });
    }
  });

  test('before the birth is rejected', async () => {
    const number = await app.person({ 'birth-date': '1950-06-15', surname: 'Ungeboren' });
    const early = await report(number, { 'date-of-death': '1950-06-14' });
    expect(refusalOf(early)).toBe('440 death-date-before-birth');
    expect((await report(number, { 'date-of-death': '1950-06-15' })).status).toBe(204);
  });

  test.each([
    [{ 'date-of-death': '2026-11-16' }, '400 date-of-death maximum'],
    [{ source: 'rumour' }, '400 source enum'],
    [{ 'content-url': 'https://elsewhere.test/1' }, '400 content-url format'],
    [{ 'certificate-number': 'x'.repeat(36) }, '400 certificate-number too-long'],
    [{ witness: 'x' }, '400 witness unknown-field'],
  ])('with %j is invalid: %s', async (body, error) => {
    expect(errorsOf(await report(await app.person(), body))).toEqual([error]);
  });

  test('is allowed for individuals, by the estate desk or an application that writes', async () => {
    expect(refusalOf(await report(await app.organization(), {}))).toBe('440 party-kind-mismatch');
    const number = await app.person();
    expect((await report(number, {}, staff('e-1', ['party.write']))).status).toBe(403);
    expect((await report(number, {}, customer(number))).status).toBe(403);
    expect((await report(number, {}, back('01', ['party.read']))).status).toBe(403);
    expect((await report(number, { source: 'civil-register' }, back())).status).toBe(204);
  });

  test('of another version is rejected', async () => {
    const number = await app.person();
    const response = await app.call({
      method: 'POST',
      path: `${base}${pathOf(number)}`,
      as: back(),
      headers: { 'if-match': `"${(await versionOf(app, number)) + 1}"` },
      body: { 'date-of-death': '2026-11-10', source: 'certificate' },
    });
    expect(refusalOf(response)).toBe('412 precondition-failed');
    expect(await lifeOf(number)).toBe('living');
  });

  test('with the same key returns the same response', async () => {
    const number = await app.person();
    const request = {
      method: 'POST',
      path: `${base}${pathOf(number)}`,
      as: back(),
      headers: { 'idempotency-key': newKey() },
      body: { 'date-of-death': '2026-11-10', source: 'relative' },
    } as const;
    expect((await app.call(request)).status).toBe(204);
    const again = await app.call(request);
    expect(again).toMatchObject({ status: 204, headers: { 'idempotency-replayed': 'true' } });
  });

  test('prevents all other changes of the person', async () => {
    const number = await app.person();
    const points = await app.get(`/parties/${number}/contact-points`);
    const point = String(at(points.body, 0, 'id'));
    await report(number, {});
    const document = {
      kind: 'passport',
      'document-number': 'X1234567',
      'issue-date': '2020-01-01',
      'issuing-country': 'DE',
      'issuing-authority': 'Amt',
    };
    const surname = { surname: 'Neu', reason: 'other', 'effective-date': '2026-11-15' };
    const changes = await Promise.all([
      app.patch(`/parties/individuals/${number}/surname`, surname),
      app.patch(`/parties/individuals/${number}/employmentprofile`, { 'job-title': 'x' }),
      app.patch(`/parties/individuals/${number}/residentialprofile`, { 'household-size': 1 }),
      app.patch(`/parties/${number}/contact-preference`, { 'preferred-language': 'de' }),
      app.patch(`/parties/${number}/servicing-info`, { 'service-channel': 'branch' }),
      app.patch(`/parties/${number}/contact-points/${point}`, { usage: 'work' }),
      app.post(`/parties/${number}/contact-points`, {
        method: 'email',
        address: { value: 'a@example.org' },
      }),
      app.post(`/parties/${number}/id-documents`, document),
    ]);
    expect(changes.map(refusalOf)).toEqual(Array(8).fill('440 party-deceased'));
    expect(await versionOf(app, number)).toBe(2);
  });
});
