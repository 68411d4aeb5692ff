import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { effectsOf, errorsOf, recordOf, refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  base,
  createPartyTestApp,
  customerFields,
  type Fields,
  home,
  newKey,
  type PartyTestApp,
  prospectFields,
} from '../../testing/party-test-app.suite.ts';
import { applyDueChanges } from '../lifecycle/apply-due-changes.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

const pathOf = (number: string): string => `/parties/${number}/contact-points`;
const mail = (value: string, more: Fields = {}): Fields => ({ method: 'email', address: { value }, ...more });
/** Later than the previous one, so that the order is defined. */
const add = (number: string, body: Fields, as = back()): Promise<TestResponse> => {
  app.clock.advance({ seconds: 1 });
  return app.post(pathOf(number), body, as);
};
const pointsOf = async (number: string, query = ''): Promise<readonly string[]> =>
  listAt((await app.get(`${pathOf(number)}${query}`)).body).map((point) =>
    [
      at(point, 'method'),
      at(point, 'usage'),
      at(point, 'address', 'value') ?? at(point, 'address', 'number') ?? '',
    ].join(' '),
  );
const idIn = ({ body }: TestResponse): string => String(at(body, 'id'));

describe('registering a contact point', () => {
  test('returns id and location, and stores it', async () => {
    const number = await app.person();
    const address = {
      ...home,
      label: 'ignored where there is a street',
      coordinates: { lat: 52.5, long: 13.4 },
    };
    const { response, audited, events, versions } = await effectsOf(app, number, () =>
      add(number, {
        method: 'postal',
        usage: 'temporary',
        address,
        'contact-preference': { 'opt-outs': [{ purpose: 'survey' }] },
        'valid-from': '2026-11-01',
        'valid-until': '2026-12-31',
        verified: true,
      }),
    );
    const id = idIn(response);
    const uri = `/v1/party${pathOf(number)}/${id}`;
    expect(response).toMatchObject({ status: 201, headers: { location: `https://bank.test${uri}` } });
    expect(response.body).toEqual({ id, uri });
    expect({ events, versions }).toEqual({ events: [`contact-point-registered ${id}`], versions: 1 });
    expect(audited).toMatchObject([
      { operation: 'Parties_RegisterContactPoints', fields: ['contact-point'] },
    ]);
    const { body } = await app.get(`${pathOf(number)}?method=postal`);
    expect(body).toEqual([
      {
        id,
        uri,
        method: 'postal',
        usage: 'temporary',
        address: {
          kind: 'postal',
          ...home,
          coordinates: { lat: 52.5, long: 13.4 },
          label: expect.any(String),
        },
        'contact-preference': expect.objectContaining({
          'opt-outs': [expect.objectContaining({ purpose: 'survey' })],
        }),
        'valid-from': '2026-11-01',
        'valid-until': '2026-12-31',
        verified: false,
      },
    ]);
  });

  test.each([
    ['landline', { number: '+49 30 90112345' }],
    ['mobile', { number: '+49 151 12345678', extension: '1' }],
    ['fax', { number: '+493090112346' }],
    ['email', { value: 'jürgen@exämple.org' }],
    ['web', { value: 'https://example.org/me' }],
    ['social', { value: '@Someone', provider: 'Mastodon' }],
    ['postal', home],
  ])('may be %s', async (method, address) => {
    const number = await app.organization();
    expect((await add(number, { method, usage: 'work', address })).status).toBe(201);
    expect(await pointsOf(number, `?method=${method}&usage=work`)).toHaveLength(1);
  });

  test('makes it primary as the first of its method, other as a later one, and a new primary replaces the old one', async () => {
    const number = await app.person({ 'email-address': { value: 'one@example.org' } });
    await add(number, mail('two@example.org'));
    await add(number, { method: 'web', address: { value: 'https://example.org' } });
    expect(await pointsOf(number, '?method=email,web')).toEqual([
      'email primary one@example.org',
      'web primary https://example.org',
      'email other two@example.org',
    ]);
    await add(number, mail('three@example.org', { usage: 'primary' }));
    expect((await pointsOf(number, '?method=email')).toSorted()).toEqual([
      'email other one@example.org',
      'email other two@example.org',
      'email primary three@example.org',
    ]);
  });

  test('that exists already is rejected, in any spelling; for another use it is not', async () => {
    const number = await app.person({ 'email-address': { value: 'Some.One@example.org' } });
    const again = await effectsOf(app, number, () =>
      add(number, mail('some.one@EXAMPLE.org', { usage: 'primary' })),
    );
    expect(refusalOf(again.response)).toBe('440 contact-point-already-registered');
    expect(again).toMatchObject({ versions: 0, events: [], audited: [] });
    expect((await add(number, mail('some.one@example.org', { usage: 'work' }))).status).toBe(201);
  });

  test('beyond the twentieth is rejected', async () => {
    const number = await app.organization();
    for (let index = 1; index < 20; index += 1)
      expect((await add(number, mail(`n${index}@example.org`))).status).toBe(201);
    expect(refusalOf(await add(number, mail('n20@example.org')))).toBe('440 contact-point-limit-reached');
  });

  test('that has ended makes room, is not found any more, and can be registered again', async () => {
    const number = await app.organization();
    const ids: string[] = [];
    for (let index = 1; index < 20; index += 1)
      ids.push(String(at((await add(number, mail(`m${index}@example.org`))).body, 'id')));
    expect(refusalOf(await add(number, mail('m20@example.org')))).toBe('440 contact-point-limit-reached');
    const ended = await app.patch(`/parties/${number}/contact-points/${ids[2] ?? ''}`, {
      'valid-until': '2026-11-14',
    });
    expect(ended.status).toBe(201);
    const found = async (): Promise<number> =>
      listAt((await app.get('/parties?email=m3@example.org')).body, 'items').length;
    expect(await found()).toBe(0);
    expect((await add(number, mail('m3@example.org'))).status).toBe(201);
    expect(await found()).toBe(1);
    const shown = listAt((await app.get(`/parties/${number}`)).body, 'contact-points');
    expect(shown).toHaveLength(20);
    const all = await app.get(`/parties/${number}/contact-points?include-expired=true`);
    expect(listAt(all.body)).toHaveLength(21);
  });

  test('ends on its day, by the work of the bank; the last mandatory one cannot be ended', async () => {
    const number = await app.person();
    const { body } = await add(number, mail('ends.soon@example.org', { 'valid-until': '2026-11-15' }));
    const find = async (): Promise<number> =>
      listAt((await app.get('/parties?email=ends.soon@example.org')).body, 'items').length;
    expect(await find()).toBe(1);
    app.clock.advance({ days: 1 });
    await applyDueChanges(app.context());
    expect(await find()).toBe(0);
    expect(JSON.stringify((await app.get(`/parties/${number}`)).body)).not.toContain('ends.soon');
    const again = await app.patch(`/parties/${number}/contact-points/${String(at(body, 'id'))}`, {
      'valid-until': null,
    });
    expect(again.status).toBe(201);
    expect(await find()).toBe(1);
    const points = await app.get(`/parties/${number}/contact-points?method=mobile`);
    const last = await app.patch(`/parties/${number}/contact-points/${String(at(points.body, 0, 'id'))}`, {
      'valid-until': '2026-11-15',
    });
    expect(refusalOf(last)).toBe('440 mandatory-field-cleared');
  });

  test('rejects an opt-out of service messages', async () => {
    const number = await app.person({ ...customerFields(), 'birth-date': '1981-01-01', surname: 'Aktiv' });
    const body = mail('x@example.org', {
      'contact-preference': { 'opt-outs': [{ purpose: 'payment-management' }] },
    });
    expect(refusalOf(await add(number, body))).toBe('440 preference-not-changeable');
  });

  test.each([
    [{ method: 'email' }, '400 address required'],
    [{ method: 'email', address: { number: '+491' } }, '400 address.value required'],
    [{ method: 'mobile', address: { number: '+493090112345' } }, '400 address.number format'],
    [{ method: 'social', address: { value: 'x' } }, '400 address.provider required'],
    [{ method: 'web', address: { value: 'ftp://example.org' } }, '400 address.value format'],
    [mail('a@example.org', { usage: 'temporary' }), '400 valid-until required'],
    [
      mail('a@example.org', { 'valid-from': '2026-12-02', 'valid-until': '2026-12-01' }),
      '400 valid-until minimum',
    ],
    [mail('a@example.org', { method: 'pigeon' }), '400 method enum'],
  ])('with %j is invalid: %s', async (body, error) => {
    expect(errorsOf(await add(await app.person(), body))).toContain(error);
  });

  test('requires a key from strict clients, and a replay creates no second one', async () => {
    const number = await app.person();
    const request = {
      method: 'POST',
      path: `${base}${pathOf(number)}`,
      as: back(),
      body: mail('k@example.org'),
    } as const;
    const strict = { ...back(), claims: { idempotency: 'strict' } };
    expect(errorsOf(await app.call({ ...request, as: strict }))).toEqual(['400 Idempotency-Key required']);
    const keyed = { ...request, headers: { 'idempotency-key': newKey() } };
    const [first, again] = [await app.call(keyed), await app.call(keyed)];
    expect(again.body).toEqual(first.body);
    expect(await pointsOf(number, '?method=email')).toHaveLength(2);
    expect((await app.call({ ...request, body: mail('no-key@example.org') })).status).toBe(201);
  });
});

describe('listing contact points', () => {
  test('filters by method and usage, primary ones first, expired ones on request', async () => {
    const number = await app.person(prospectFields());
    await add(number, mail('work@example.org', { usage: 'work' }));
    await add(number, mail('home@example.org', { usage: 'home' }));
    await add(number, mail('old@example.org', { usage: 'temporary', 'valid-until': '2026-11-14' }));
    await add(number, mail('last-day@example.org', { usage: 'other', 'valid-until': '2026-11-15' }));
    await add(number, mail('soon@example.org', { usage: 'other', 'valid-from': '2026-11-16' }));
    const usages = async (query: string): Promise<readonly unknown[]> =>
      listAt((await app.get(`${pathOf(number)}${query}`)).body).map((point) => at(point, 'usage'));
    expect(await usages('')).toEqual(['primary', 'primary', 'primary', 'home', 'work', 'other']);
    expect(await usages('?method=email')).toEqual(['primary', 'home', 'work', 'other']);
    expect(await usages('?method=email&include-expired=true')).toEqual([
      'primary',
      'home',
      'work',
      'temporary',
      'other',
      'other',
    ]);
    expect(await usages('?method=email,postal&usage=primary,work')).toEqual(['primary', 'primary', 'work']);
    expect(await usages('?method=fax')).toEqual([]);
    expect(listAt(await recordOf(app, number), 'contact-points')).toHaveLength(7);
    expect((await app.get(`${pathOf(number)}?method=pigeon`)).status).toBe(400);
  });
});

test('a contact point is not added to another version of the party than the caller saw', async () => {
  const number = await app.person();
  const response = await app.call({
    method: 'POST',
    path: `${base}${pathOf(number)}`,
    as: back(),
    headers: { 'if-match': '"9"', 'idempotency-key': newKey() },
    body: mail('late@example.org'),
  });
  expect(refusalOf(response)).toBe('412 precondition-failed');
});
