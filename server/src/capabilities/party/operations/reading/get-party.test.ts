import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { Erasure } from '../../ports/erasure-ledger.ts';
import { auditOf, errorsOf, patchIfMatch, refusalOf, tagOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  base,
  createPartyTestApp,
  customer,
  customerFields,
  organizationCustomerFields,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { eraseParty } from '../lifecycle/erase-party.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';

let app: PartyTestApp;
let person: string;
const erasures: Erasure[] = [];
const erasureLedger = {
  append: async (erasure: Erasure) => void erasures.push(erasure),
  list: async () => erasures,
};
beforeAll(async () => {
  app = await createPartyTestApp();
  person = await app.person({ ...customerFields(), 'birth-date': '1984-02-29', surname: 'Gelesen' });
});
afterAll(() => app[Symbol.asyncDispose]());

const membersOf = async (query: string, number = person): Promise<readonly string[]> => {
  const { body, status, text } = await app.get(`/parties/${number}${query}`);
  expect([status, text]).toEqual([200, text]);
  return Object.keys(Object(body)).toSorted();
};
const fixed = ['kind', 'party-number', 'sync-token'];

describe('getting a party', () => {
  test('must not be cached', async () => {
    const { headers } = await app.get(`/parties/${person}`);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  test('returns it whole by default', async () => {
    expect(await membersOf('')).toEqual(
      expect.arrayContaining([
        'birth-date',
        'contact-points',
        'customer',
        'id-number',
        'relationships',
        ...fixed,
      ]),
    );
    expect(await membersOf('?include=*')).toEqual(await membersOf(''));
  });

  test('returns the requested shape', async () => {
    expect(await membersOf('?trim=*')).toEqual(fixed);
    expect(await membersOf('?trim=*&include=surname,customer.status')).toEqual(
      ['customer', ...fixed, 'surname'].toSorted(),
    );
    const { body } = await app.get(`/parties/${person}?trim=*&include=customer.status,contact-points.method`);
    expect(at(body, 'customer')).toEqual({ status: 'active' });
    expect(at(body, 'contact-points', 0)).toEqual({ method: expect.any(String) });
    const trimmed = await membersOf('?trim=contact-points,surname,kind,party-number,sync-token');
    expect(trimmed).toEqual(expect.arrayContaining(fixed));
    expect(trimmed).not.toContain('contact-points');
    expect(trimmed).not.toContain('surname');
    expect(await membersOf('?include=surname&trim=surname')).not.toContain('surname');
  });

  test.each([
    ['?include=shoe-size', ['400 include enum']],
    ['?trim=shoe-size', ['400 trim enum']],
    ['?include=customer.shoe-size&trim=x', ['400 include enum', '400 trim enum']],
    ['?include=surname.first', ['400 include enum']],
    ['?include=__proto__', ['400 include enum']],
  ])('with the unknown path %s is invalid, and not audited as read', async (query, errors) => {
    const number = await app.person();
    expect(errorsOf(await app.get(`/parties/${number}${query}`))).toEqual(errors);
    expect(await auditOf(app, number)).toHaveLength(1);
  });

  test('never returns more to callers that may not see it', async () => {
    const { body } = await app.get(
      `/parties/${person}?trim=*&include=birth-date,id-number,surname`,
      back('01', ['party.read']),
    );
    expect(Object.keys(Object(body)).toSorted()).toEqual([...fixed, 'surname'].toSorted());
  });

  test('has an ETag, and is not sent again if unchanged', async () => {
    const number = await app.person();
    const tag = await tagOf(app, number);
    const ask = (known: string) =>
      app.call({
        method: 'GET',
        path: `${base}/parties/${number}`,
        as: back(),
        headers: { 'if-none-match': known },
      });
    const unchanged = await ask(tag);
    expect(unchanged).toMatchObject({ status: 304, text: '', headers: { etag: tag } });
    expect((await ask('*')).status).toBe(304);
    expect((await ask('"0"')).status).toBe(200);
    await app.patch(`/parties/${number}/contact-preference`, { 'preferred-language': 'de' });
    expect((await ask(tag)).status).toBe(200);
    const stale = { tag, body: { 'preferred-language': 'nl' } };
    const refused = await patchIfMatch(app, `/parties/${number}/contact-preference`, stale);
    expect(refusalOf(refused)).toBe('412 precondition-failed');
  });

  test('has another ETag when another party recorded a relationship', async () => {
    const number = await app.person();
    const tag = await tagOf(app, number);
    await app.organization({ representatives: [{ 'party-number': number, role: 'director' }] });
    expect(await tagOf(app, number)).not.toBe(tag);
    // Its own version is still the one that was seen.
    const change = { tag, body: { 'preferred-language': 'nl' } };
    expect((await patchIfMatch(app, `/parties/${number}/contact-preference`, change)).status).toBe(204);
  });

  test('is allowed for callers that read; customers see themselves and whom they act for', async () => {
    const organization = await app.organization(organizationCustomerFields());
    expect((await app.get(`/parties/${person}`, customer(person))).status).toBe(200);
    expect((await app.get(`/parties/${organization}`, customer(person))).status).toBe(404);
    const acting = customer(person, { 'acting-for': organization });
    expect((await app.get(`/parties/${organization}`, acting)).status).toBe(200);
    expect((await app.get(`/parties/${person}`, back('01', ['party.sync']))).status).toBe(403);
    expect((await app.get(`/parties/${person}`, staff('e-1', ['party.search']))).status).toBe(403);
    expect((await app.get('/parties/!', back())).status).toBe(400);
    expect(refusalOf(await app.get('/parties/1000000000', back()))).toBe('404 not-found');
  });
});

const reads = ['', '/as-of', '/relationships', '/id-documents', '/contact-points'] as const;
const changes = (number: string) =>
  [
    ['PATCH', `/parties/${number}/contact-preference`, { 'preferred-language': 'de' }],
    ['PATCH', `/parties/${number}/servicing-info`, { 'service-channel': 'branch' }],
    ['POST', `/parties/${number}/contact-points`, { method: 'email', address: { value: 'a@example.org' } }],
    ['PATCH', `/parties/individuals/${number}/residentialprofile`, { 'household-size': 1 }],
    ['PATCH', `/parties/individuals/${number}/employmentprofile`, { 'job-title': 'x' }],
    [
      'PATCH',
      `/parties/individuals/${number}/corrections`,
      { gender: 'male', reason: 'migration', 'case-id': 'c' },
    ],
    [
      'PATCH',
      `/parties/individuals/${number}/surname`,
      { surname: 'X', reason: 'other', 'effective-date': '2026-11-15' },
    ],
    [
      'POST',
      `/parties/individuals/${number}/death-report`,
      { 'date-of-death': '2026-11-01', source: 'other' },
    ],
    ['PATCH', `/parties/${number}/contact-points/01a1dea6-4100-7000-8000-000000000000`, { usage: 'work' }],
    [
      'POST',
      `/parties/${number}/id-documents`,
      {
        kind: 'passport',
        'document-number': 'X1234567',
        'issue-date': '2020-01-01',
        'issuing-country': 'DE',
        'issuing-authority': 'Amt',
      },
    ],
    [
      'PATCH',
      `/parties/organizations/${number}/ownership`,
      {
        'effective-date': '2026-11-15',
        owners: [{ name: 'A', 'id-number': 'HRB1', 'id-kind': 'registration-number', share: 50 }],
      },
    ],
    ['PATCH', `/parties/organizations/${number}/size`, { size: 'micro' }],
    [
      'PATCH',
      `/parties/organizations/${number}/name`,
      { 'commercial-name': 'X', 'effective-date': '2026-11-15' },
    ],
  ] as const;

describe('a party that is gone', () => {
  test('because it was erased returns 410 to every read and every change', async () => {
    const number = await app.person({ surname: 'Gelöscht' });
    await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: number });
    expect(erasures).toContainEqual(expect.objectContaining({ bankId: '01', partyNumber: number }));
    for (const path of reads) {
      const response = await app.get(`/parties/${number}${path}`);
      expect([path, refusalOf(response), response.headers['location']]).toEqual([
        path,
        '410 gone',
        undefined,
      ]);
    }
    for (const [method, path, body] of changes(number)) {
      const response = await (method === 'POST' ? app.post(path, body) : app.patch(path, body));
      expect([path, refusalOf(response)]).toEqual([path, '410 gone']);
    }
    const again = await app.post('/parties/individuals', { ...customerFields(), 'party-number': number });
    expect(refusalOf(again)).toBe('410 gone');
    const listed = await app.get('/parties?page-size=100');
    expect(listed.text).not.toContain(number);
  });

  test('because it was merged returns the location of the survivor', async () => {
    const [number, survivor] = [
      await app.person({ surname: 'Doppelt' }),
      await app.person({ surname: 'Bleibt' }),
    ];
    await mergeParties(app.context(), { partyNumber: number, survivorPartyNumber: survivor });
    const location = `https://bank.test/v1/party/parties/${survivor}`;
    for (const path of reads.filter((one) => one !== '/as-of')) {
      const response = await app.get(`/parties/${number}${path}`);
      expect([path, refusalOf(response), response.headers['location']]).toEqual([path, '410 gone', location]);
    }
    for (const [method, path, body] of changes(number)) {
      const response = await (method === 'POST' ? app.post(path, body) : app.patch(path, body));
      expect([path, refusalOf(response), response.headers['location']]).toEqual([path, '410 gone', location]);
    }
    expect((await app.get(`/parties/${survivor}`)).status).toBe(200);
    const listed = await app.get('/parties?page-size=100');
    expect(listed.text).not.toContain(number);
  });

  test('is unknown to callers that could not see it before', async () => {
    const number = await app.person();
    await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: number });
    expect((await app.get(`/parties/${number}`, back('02'))).status).toBe(404);
    expect((await app.get(`/parties/${number}`, customer(person))).status).toBe(404);
  });
});
