import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  effectsOf,
  errorsOf,
  patchIfMatch,
  pointOf,
  refusalOf,
  tagOf,
} from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customer,
  customerFields,
  type Fields,
  newKey,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { verifyContacts } from './verify-contacts.ts';

let app: PartyTestApp;
const inUse = new Set<string>();
beforeAll(async () => {
  app = await createPartyTestApp({
    contactUse: { isInUse: async ({ contactPointId }) => inUse.has(contactPointId) },
  });
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
const change = (number: string, id: string, body: Fields, as?: TokenRequest): Promise<TestResponse> =>
  app.patch(`${pathOf(number)}/${id}`, body, as);
const pointsOf = async (number: string, query = ''): Promise<readonly string[]> =>
  listAt((await app.get(`${pathOf(number)}${query}`)).body).map((point) =>
    [
      at(point, 'method'),
      at(point, 'usage'),
      at(point, 'address', 'value') ?? at(point, 'address', 'number') ?? '',
    ].join(' '),
  );
const idIn = ({ body }: TestResponse): string => String(at(body, 'id'));

describe('changing a contact point', () => {
  test('returns 201 with the same id, and emits an event', async () => {
    const number = await app.person();
    const id = await pointOf(app, number, 'email');
    const effects = await effectsOf(app, number, () =>
      change(number, id, { address: { value: 'new@example.org' } }),
    );
    const uri = `/v1/party${pathOf(number)}/${id}`;
    expect(effects).toMatchObject({
      response: { status: 201, body: { id, uri }, headers: { location: `https://bank.test${uri}` } },
      versions: 1,
      events: [`contact-point-modified ${id}`],
      audited: [{ operation: 'Parties_ModifyContactPoint', fields: ['contact-point'] }],
    });
    expect(await pointsOf(number, '?method=email')).toEqual(['email primary new@example.org']);
  });

  test('can make it the primary one', async () => {
    const number = await app.person({ 'email-address': { value: 'one@example.org' } });
    const id = idIn(await add(number, mail('two@example.org')));
    expect((await change(number, id, { usage: 'primary' })).status).toBe(201);
    expect((await pointsOf(number, '?method=email')).toSorted()).toEqual([
      'email other one@example.org',
      'email primary two@example.org',
    ]);
  });

  test('to another address removes the verification; to the same one does not', async () => {
    const number = await app.person({ 'email-address': { value: 'me@example.org' } });
    const id = await pointOf(app, number, 'email');
    const contacts = [{ method: 'email', value: 'Me@Example.org' }] as const;
    await verifyContacts(app.context(), { partyNumber: number, contacts });
    const verified = async (): Promise<unknown> =>
      at((await app.get(`${pathOf(number)}?method=email`)).body, 0, 'verified');
    expect(await verified()).toBe(true);
    await change(number, id, { usage: 'work', address: { value: 'ME@example.org' } });
    expect(await verified()).toBe(true);
    await change(number, id, { address: { value: 'you@example.org' } });
    expect(await verified()).toBe(false);
  });

  test('that is used for sign-in is rejected', async () => {
    const number = await app.person({ 'mobile-phone': { number: '+4915177777770' } });
    const id = await pointOf(app, number, 'mobile');
    const contacts = [{ method: 'mobile', value: '+4915177777770' }] as const;
    await verifyContacts(app.context(), { partyNumber: number, contacts });
    inUse.add(id);
    const effects = await effectsOf(app, number, () =>
      change(number, id, { address: { number: '+4915177777777' } }),
    );
    expect(refusalOf(effects.response)).toBe('440 contact-point-in-use');
    expect(effects).toMatchObject({ versions: 0, events: [], audited: [] });
    expect((await change(number, id, { usage: 'work' })).status).toBe(201);
    inUse.delete(id);
    expect((await change(number, id, { address: { number: '+4915177777777' } })).status).toBe(201);
  });

  test('to the address of another one is rejected', async () => {
    const number = await app.person({ 'email-address': { value: 'one@example.org' } });
    const id = idIn(await add(number, mail('two@example.org', { usage: 'primary' })));
    await add(number, mail('three@example.org', { usage: 'work' }));
    const twin = await change(number, id, { usage: 'work', address: { value: 'THREE@example.org' } });
    expect(refusalOf(twin)).toBe('440 contact-point-already-registered');
  });

  test('cannot clear an address that the profile needs, nor opt out of service messages', async () => {
    const number = await app.person({
      ...customerFields(),
      'birth-date': '1982-01-01',
      surname: 'Wohnhaft',
    });
    const id = await pointOf(app, number, 'postal', 'legal');
    expect(refusalOf(await change(number, id, { usage: 'home' }))).toBe('440 mandatory-field-cleared');
    const preference = { 'contact-preference': { 'opt-outs': [{ purpose: 'service-provision' }] } };
    expect(refusalOf(await change(number, id, preference))).toBe('440 preference-not-changeable');
  });

  test.each([
    [{}, '400  too-few'],
    [{ method: 'fax' }, '400 method mismatch'],
    [{ address: { number: '+4915112345678' } }, '400 address.kind mismatch'],
    [{ usage: 'temporary' }, '400 valid-until required'],
    [{ 'valid-until': '2026-11-01', 'valid-from': '2026-11-02' }, '400 valid-until minimum'],
  ])('with %j is invalid: %s', async (body, error) => {
    const number = await app.person();
    expect(errorsOf(await change(number, await pointOf(app, number, 'email'), body))).toContain(error);
  });

  test('of an unknown id is not found', async () => {
    const [number, other] = [await app.person(), await app.person()];
    const foreign = await pointOf(app, other, 'email');
    expect(refusalOf(await change(number, foreign, { usage: 'work' }))).toBe('404 not-found');
    expect((await change(number, 'no-uuid', { usage: 'work' })).status).toBe(400);
  });

  test('of another version, or of a deceased person, is rejected', async () => {
    const number = await app.person();
    const path = `${pathOf(number)}/${await pointOf(app, number, 'email')}`;
    const body = { usage: 'work' };
    const tag = await tagOf(app, number);
    expect(refusalOf(await patchIfMatch(app, path, { body, tag: '"9"' }))).toBe('412 precondition-failed');
    expect((await patchIfMatch(app, path, { body, tag })).status).toBe(201);
    const death = { 'date-of-death': '2026-11-01', source: 'certificate' };
    await app.post(`/parties/individuals/${number}/death-report`, death);
    expect(refusalOf(await app.patch(path, body))).toBe('440 party-deceased');
    expect(refusalOf(await add(number, mail('x@example.org')))).toBe('440 party-deceased');
  });

  test('and registering one is allowed for the party with two factors, for staff and for applications that write', async () => {
    const number = await app.person();
    const id = await pointOf(app, number, 'email');
    for (const [as, status] of [
      [customer(number), 201],
      [customer(number, { acr: '1fa' }), 401],
      [{ ...customer(number), scope: 'party.read' }, 403],
      [staff('e-1', ['party.write']), 201],
      [staff('e-1', ['party.read']), 403],
      [back('01', ['party.read']), 403],
    ] as const) {
      expect([as, (await add(number, mail(`${newKey()}@example.org`), as)).status]).toEqual([as, status]);
      expect([as, (await change(number, id, { usage: 'work' }, as)).status]).toEqual([as, status]);
    }
  });
});
