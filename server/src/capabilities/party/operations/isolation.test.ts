import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { partyRoutes } from '../routes.ts';
import { pointOf, versionOf } from '../testing/party-reads.suite.ts';
import {
  back,
  base,
  createPartyTestApp,
  customer,
  customerFields,
  type Fields,
  home,
  organizationCustomerFields,
  type PartyTestApp,
  staff,
} from '../testing/party-test-app.suite.ts';
import { saveServicingUnits } from './servicing/save-servicing-units.ts';

let app: PartyTestApp;
let unrelated: string;
let person: string;
let organization: string;
let point: string;
const [email, phone] = ['verborgen@example.org', '+4915177001122'];
/** A number of the usual length that no party has. */
const unknown = '1999999998';
const unknownPoint = '01a1dea6-4100-7000-8000-000000000000';

const roles =
  'party.read party.write party.sensitive party.search party.register data-steward estate-desk servicing-manager kyc-officer'.split(
    ' ',
  );
beforeAll(async () => {
  app = await createPartyTestApp();
  await saveServicingUnits(app.context(), {
    units: [
      { unit: 'here', parentUnit: undefined },
      { unit: 'there', parentUnit: undefined },
    ],
    managers: [],
  });
  const served = { 'servicing-info': { 'servicing-unit': 'here' } };
  person = await app.person({
    ...customerFields(),
    'email-address': { value: email },
    'mobile-phone': { number: phone },
    'contact-address': { ...home, coordinates: { lat: 52.5, long: 13.4 } },
    ...served,
    surname: 'Verborgen',
    'birth-date': '1970-01-01',
  });
  organization = await app.organization({
    ...organizationCustomerFields(),
    ...served,
    'commercial-name': 'Verborgen AG',
  });
  unrelated = await app.person({ surname: 'Fremd' });
  point = await pointOf(app, person, 'email');
});
afterAll(() => app[Symbol.asyncDispose]());

const document = {
  kind: 'passport',
  'document-number': 'X1234567',
  'issue-date': '2020-01-01',
  'issuing-country': 'DE',
  'issuing-authority': 'Amt',
};
const day = '2026-11-15';
/** A valid body for each change, if the party were visible. */
const bodies: Readonly<Record<string, Fields>> = {
  Parties_RegisterIdentificationDocument: document,
  Party_ModifyServicingInfo: { 'service-channel': 'branch' },
  Parties_ContactPreference_Modify: { 'preferred-language': 'de' },
  Parties_RegisterContactPoints: { method: 'web', address: { value: 'https://example.org' } },
  Parties_ModifyContactPoint: { usage: 'work' },
  Individuals_ApplyCorrections: { gender: 'male', reason: 'typing-error', 'case-id': 'c-1' },
  Individuals_ChangeSurname: { surname: 'Neu', reason: 'other', 'effective-date': day },
  Individuals_ModifyEmploymentProfile: { 'job-title': 'x' },
  Individuals_ModifyResidentialProfile: { 'household-size': 1 },
  Individuals_ReportDeath: { 'date-of-death': day, source: 'certificate' },
  Organization_ModifyBusinessName: { 'commercial-name': 'Neu', 'effective-date': day },
  Organization_ChangeOwnership: {
    'effective-date': day,
    owners: [{ name: 'A', 'id-number': 'HRB1', 'id-kind': 'registration-number', share: 50 }],
  },
  Organization_ModifySize: { size: 'micro' },
};
const routes = partyRoutes
  .map(({ contract: { method, operationId, path } }) => ({ method, operationId, path }))
  .filter(({ path }) => path.includes('{party-number}'));

const unrelatedCallers: readonly (readonly [string, () => TokenRequest])[] = [
  ['an employee of another bank', () => staff('e-1', roles, { banks: ['02'] })],
  ['an application of another bank', () => back('02')],
  ['an employee of another unit', () => ({ ...staff('e-1', []), roles, claims: { unit: 'there' } })],
  ['an employee of no unit', () => ({ ...staff('e-1', []), roles, claims: { unit: undefined } })],
  ['another customer', () => customer(unrelated)],
];

const unequal = ['x-request-id', 'date', 'ratelimit', 'ratelimit-policy'];
/** The response without the parts that differ each time. */
const shown = ({ headers, status, text }: TestResponse): object => ({
  status,
  text,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !unequal.includes(name))),
});

type Route = (typeof routes)[number];
let keys = 0;
const ask = (
  { method, operationId, path }: Route,
  number: string,
  as: TokenRequest,
): Promise<TestResponse> => {
  keys += 1;
  const id = number === unknown ? unknownPoint : point;
  const body = bodies[operationId];
  return app.call({
    method,
    path: path.replace('{party-number}', number).replace('{id}', id),
    as,
    ...(body === undefined ? {} : { body }),
    ...(method === 'POST'
      ? { headers: { 'idempotency-key': `isolation-${String(keys).padStart(10, '0')}` } }
      : {}),
  });
};

describe.each(unrelatedCallers)('to %s', (_, as) => {
  test.each(routes)(
    '$operationId of a party that is not visible equals that of an unknown one',
    async (route) => {
      const number = route.path.includes('/organizations/') ? organization : person;
      const version = await versionOf(app, number);
      const responses = [await ask(route, number, as()), await ask(route, unknown, as())].map(shown);
      expect(responses[0]).toEqual(responses[1]);
      expect([403, 404]).toContain(at(responses[0], 'status'));
      expect(await versionOf(app, number)).toBe(version);
    },
  );

  test('an outdated version of a party that is not visible equals that of an unknown one', async () => {
    const stale = (number: string): Promise<TestResponse> =>
      app.call({
        method: 'PATCH',
        path: `${base}/parties/${number}/contact-preference`,
        as: as(),
        headers: { 'if-match': '"999"' },
        body: { 'preferred-language': 'de' },
      });
    expect(shown(await stale(person))).toEqual(shown(await stale(unknown)));
  });

  test('the upgrade of a party that is not visible equals that of an unknown one', async () => {
    const raise = (number: string): Promise<TestResponse> =>
      app.post('/parties/individuals', { ...customerFields(), 'party-number': number }, as());
    expect(shown(await raise(person))).toEqual(shown(await raise(unknown)));
  });

  test('no list, search or feed shows it', async () => {
    for (const path of [
      '/parties?page-size=100',
      '/parties?page-size=100&include=*',
      '/parties?name=verborgen',
      '/parties/search?q=verborgen',
      `/parties/search?q=${person}`,
      `/parties/search?q=${encodeURIComponent(email)}`,
      `/parties?email=${encodeURIComponent(email)}`,
      `/parties/search?q=${encodeURIComponent(phone)}`,
      `/parties?phone-number=${encodeURIComponent(phone)}`,
      '/parties/search?q=lindenstra&lat=52.5&long=13.4&radius=50',
      '/parties/sync',
    ]) {
      const { text } = await app.get(path, as());
      for (const secret of [person, organization, 'Verborgen'])
        expect([path, text.includes(secret)]).toEqual([path, false]);
    }
  });
});

test('every route with a party number is requested, and each change has a body', () => {
  expect(routes).toHaveLength(18);
  expect(
    routes
      .filter(({ method }) => method !== 'GET')
      .map(({ operationId }) => operationId)
      .toSorted(),
  ).toEqual(Object.keys(bodies).toSorted());
});

describe('visible parties', () => {
  test('of the same employees are those of their units', async () => {
    const own = { ...staff('e-1', []), roles, claims: { unit: 'here' } };
    expect((await app.get(`/parties/${person}`, own)).status).toBe(200);
    const listed = await app.get('/parties?page-size=100', own);
    expect(listAt(listed.body, 'items').map((item) => at(item, 'party-number'))).toEqual([
      person,
      organization,
    ]);
  });

  test('of a proxy include the principal, without sensitive data', async () => {
    const proxy = await app.person();
    const principal = await app.organization({
      ...organizationCustomerFields(),
      ownership: {
        owners: [{ name: 'A', 'id-number': 'GEHEIM99', 'id-kind': 'registration-number', share: 50 }],
      },
      representatives: [{ 'party-number': proxy, role: 'director' }],
    });
    const seen = await app.get(`/parties/${principal}`, customer(proxy));
    expect(seen.status).toBe(200);
    expect(seen.body).not.toHaveProperty('id-number');
    expect(seen.text).not.toContain('GEHEIM99');
    expect((await app.get(`/parties/${principal}/contact-points`, customer(proxy))).status).toBe(200);
    expect((await app.get(`/parties/${principal}/id-documents`, customer(proxy))).status).toBe(404);
    // Not the other way round.
    expect((await app.get(`/parties/${proxy}`, customer(principal))).status).toBe(404);
    expect((await app.get(`/parties/${principal}`, { ...customer(proxy), banks: ['02'] })).status).toBe(404);
  });

  test('by mandate are visible only while it is valid', async () => {
    const proxy = await app.person();
    const principal = await app.organization({
      representatives: [{ 'party-number': proxy, role: 'director' }],
    });
    const status = async (): Promise<number> =>
      (await app.get(`/parties/${principal}`, customer(proxy))).status;
    const moves = async (set: string): Promise<void> => {
      await app.database.query(`update party.party_relationship set ${set} where to_party = $1`, [proxy]);
    };
    expect(await status()).toBe(200);
    await moves(`valid_until = '2026-11-15'`);
    expect(await status()).toBe(200);
    await moves(`valid_from = '2026-11-01', valid_until = '2026-11-14'`);
    expect(await status()).toBe(404);
    await moves(`valid_from = '2026-11-16', valid_until = null`);
    expect(await status()).toBe(404);
    await moves(`valid_from = '2026-11-01', superseded_at = now()`);
    expect(await status()).toBe(404);
  });

  test('of a customer acting for an organization include it as their own', async () => {
    const acting = customer(unrelated, { 'acting-for': organization });
    const seen = await app.get(`/parties/${organization}`, acting);
    expect(at(seen.body, 'id-number')).toEqual(expect.stringMatching(/^HRB/));
    expect((await app.get(`/parties/${person}`, acting)).status).toBe(404);
    expect((await app.get(`/parties/${organization}`, customer(unrelated))).status).toBe(404);
  });
});

describe('the same requests by a caller who may see the party', () => {
  // The death report is the last change of the person, because afterwards the others are rejected.
  test.each(routes)('$operationId succeeds', async (route) => {
    const number = route.path.includes('/organizations/') ? organization : person;
    const clerk = { ...staff('e-1', []), roles, claims: { unit: 'here' } };
    expect([200, 201, 204]).toContain((await ask(route, number, clerk)).status);
  });
});
