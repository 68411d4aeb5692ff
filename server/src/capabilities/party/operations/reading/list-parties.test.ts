import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { errorsOf, refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customer,
  customerFields,
  organizationCustomerFields,
  type PartyTestApp,
  prospectFields,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { changeCustomerStatus } from '../customers/change-customer-status.ts';

let app: PartyTestApp;
/** Party numbers by name, in the order of registration. */
const known: Record<string, string> = {};
const later = async (name: string, register: () => Promise<string>): Promise<void> => {
  app.clock.advance({ minutes: 1 });
  known[name] = await register();
};
beforeAll(async () => {
  app = await createPartyTestApp();
  await later('zoë', () =>
    app.person({ 'given-name': 'Zoë', surname: 'Ångström', 'email-address': { value: 'Zoe@Example.org' } }),
  );
  await later('abel', () =>
    app.person({
      ...prospectFields(),
      'given-name': 'abel',
      surname: 'Çelik',
      'mobile-phone': { number: '+4915155550001' },
      'id-number': 'AB-12/34',
    }),
  );
  await later('mia', () =>
    app.person({ ...customerFields(), 'given-name': 'Mia', surname: 'Müller', 'birth-date': '1980-01-01' }),
  );
  await later('dead', () =>
    app.person({
      ...customerFields(),
      'given-name': 'Bodo',
      surname: 'Müller',
      'birth-date': '1940-01-01',
    }),
  );
  await later('shop', () => app.organization({ 'commercial-name': 'Éclair & Müller' }));
  await later('works', () =>
    app.organization({
      ...organizationCustomerFields(),
      'commercial-name': 'Werk 7',
      'registered-name': 'Siebenwerk GmbH',
    }),
  );
  await app.person({ surname: 'Anderswo' }, back('02'));
  app.clock.advance({ minutes: 1 });
  const death = { 'date-of-death': '2026-11-01', source: 'certificate' };
  await app.post(`/parties/individuals/${known['dead']}/death-report`, death);
  app.clock.advance({ minutes: 1 });
  const account = { method: 'social', address: { value: '@Zoe.A', provider: 'Mastodon' } };
  await app.post(`/parties/${known['zoë']}/contact-points`, account);
  await changeCustomerStatus(app.context(), {
    partyNumber: String(known['abel']),
    trigger: 'customer-refused',
  });
  app.clock.advance({ minutes: 1 });
  await app.patch(`/parties/${known['abel']}/contact-preference`, { 'preferred-language': 'tr' });
});
afterAll(() => app[Symbol.asyncDispose]());

const namesOf = async (query: string, as?: TokenRequest): Promise<readonly (string | undefined)[]> => {
  const { body, status, text } = await app.get(`/parties${query}`, as);
  expect([status, text]).toEqual([200, text]);
  return listAt(body, 'items').map((item) => {
    const number = at(item, 'party-number');
    return Object.entries(known).find(([, one]) => one === number)?.[0];
  });
};
const allParties = ['zoë', 'abel', 'mia', 'dead', 'shop', 'works'];

describe('listing parties by', () => {
  test.each([
    ['', allParties],
    ['?kind=individual', ['zoë', 'abel', 'mia', 'dead']],
    ['?kind=organization', ['shop', 'works']],
    ['?statuses=potential', ['zoë', 'shop']],
    ['?statuses=active,declined', ['abel', 'mia', 'dead', 'works']],
    ['?statuses=former', []],
    ['?individual-status=living', ['zoë', 'abel', 'mia']],
    ['?individual-status=deceased', ['dead']],
    ['?individual-status=deceased&kind=individual', ['dead']],
    ['?kind=organization&statuses=active', ['works']],
    ['?name=m%C3%BCller', ['mia', 'dead', 'shop']],
    ['?name=MULLER', ['mia', 'dead', 'shop']],
    ['?name=mull%20mi', ['mia']],
    ['?name=angstrom', ['zoë']],
    ['?name=ngstrom', []],
    ['?name=siebenw', ['works']],
    ['?name=celik&statuses=declined', ['abel']],
    ['?name=celik&statuses=active', []],
    ['?phone-number=%2B49%20(151)%205555-0001', ['abel']],
    ['?phone-number=%2B4915155550002', []],
    ['?email=zoe%40EXAMPLE.org', ['zoë']],
    ['?email=ZOE%40example.org', ['zoë']],
    ['?email=unknown%40example.org', []],
    ['?social-account=zoe.a', ['zoë']],
    ['?social-account=%40ZOE.A', ['zoë']],
    ['?social-account=mastodon:%40zoe.a', ['zoë']],
    ['?social-account=elsewhere:%40zoe.a', []],
    ['?id-number=AB-12%2F34&id-kind=passport-number', ['abel']],
    ['?id-number=ab1234&id-kind=passport-number', ['abel']],
    ['?id-number=ab1234&id-kind=identity-card-number', []],
  ])('%s finds %j', async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
  });

  test.each([
    ['?id-number=AB1234', '400 id-kind combination-required'],
    ['?id-kind=passport-number', '400 id-number combination-required'],
    ['?kind=organization&individual-status=living', '400 individual-status combination-not-allowed'],
    ['?kind=alien', '400 kind enum'],
    ['?statuses=active,asleep', '400 statuses[1] enum'],
    ['?name=a', '400 name too-short'],
    ['?name=%20a%20', '400 name too-short'],
    ['?phone-number=0301234', '400 phone-number format'],
    ['?email=unknown', '400 email format'],
    ['?sort-by=surname', '400 sort-by enum'],
    ['?sort-order=up', '400 sort-order enum'],
    ['?page=0', '400 page minimum'],
    ['?page-size=101', '400 page-size maximum'],
    ['?page=101&page-size=100', '400 page maximum'],
    ['?include=shoe-size', '400 include enum'],
  ])('%s is invalid: %s', async (query, error) => {
    expect(errorsOf(await app.get(`/parties${query}`))).toContain(error);
  });

  test('identification number requires access to sensitive data, and is audited', async () => {
    const query = '/parties?id-number=AB1234&id-kind=passport-number';
    expect(refusalOf(await app.get(query, back('01', ['party.read'])))).toBe('403 forbidden');
    expect(refusalOf(await app.get(query, staff('e-1', ['party.read'])))).toBe('403 forbidden');
    const entries = async (): Promise<number> =>
      (await app.database.query(`select from platform.audit_entry where operation = 'Parties_GetList'`))
        .length;
    const before = await entries();
    await app.get(query, staff('e-1', ['party.read', 'party.sensitive']));
    await app.get('/parties?id-number=UNKNOWN&id-kind=passport-number');
    expect(await entries()).toBe(before + 2);
  });
});

describe('sorting parties by', () => {
  test.each([
    ['party-number', allParties],
    ['display-name', ['abel', 'dead', 'shop', 'mia', 'works', 'zoë']],
    ['created', allParties],
    ['last-modified', ['mia', 'shop', 'works', 'dead', 'zoë', 'abel']],
  ])('%s, ascending and descending', async (key, names) => {
    expect(await namesOf(`?sort-by=${key}`)).toEqual(names);
    expect(await namesOf(`?sort-by=${key}&sort-order=asc`)).toEqual(names);
    expect(await namesOf(`?sort-by=${key}&sort-order=desc`)).toEqual(names.toReversed());
  });

  test('customer.status orders equal ones by their numbers, ascending and descending', async () => {
    expect(await namesOf('?sort-by=customer.status')).toEqual([
      'mia',
      'dead',
      'works',
      'abel',
      'zoë',
      'shop',
    ]);
    expect(await namesOf('?sort-by=customer.status&sort-order=desc')).toEqual([
      'zoë',
      'shop',
      'abel',
      'mia',
      'dead',
      'works',
    ]);
  });
});

describe('a page', () => {
  test('has its position and total', async () => {
    const first = await app.get('/parties?page-size=4');
    expect(first.body).toMatchObject({
      page: 1,
      'page-size': 4,
      'total-count': 6,
      'total-pages': 2,
      'sort-by': 'party-number',
      'sort-order': 'asc',
    });
    expect(first.body).not.toHaveProperty('total-count-is-estimate');
    expect((await app.get('/parties')).body).toMatchObject({ 'page-size': 10, 'total-pages': 1 });
    const beyond = await app.get('/parties?page=100&page-size=100');
    expect(beyond.body).toMatchObject({ page: 100, items: [], 'total-count': 6 });
    const none = await app.get('/parties?statuses=former');
    expect(none.body).toMatchObject({ items: [], 'total-count': 0, 'total-pages': 0 });
  });

  test('follows the previous one without gap or repetition', async () => {
    for (const key of ['party-number', 'display-name', 'customer.status']) {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => namesOf(`?sort-by=${key}&page-size=2&page=${page}`)),
      );
      expect(pages.flat()).toEqual(await namesOf(`?sort-by=${key}`));
    }
  });

  test('leaves out long members, unless requested', async () => {
    const item = async (query: string): Promise<unknown> =>
      at((await app.get(`/parties${query}`)).body, 'items', 2);
    const plain = await item('');
    for (const member of [
      'contact-points',
      'relationships',
      'id-documents',
      'employment',
      'tax-residencies',
      'size',
    ])
      expect(plain).not.toHaveProperty(member);
    expect(plain).toMatchObject({
      surname: 'Müller',
      'birth-date': '1980-01-01',
      customer: { status: 'active' },
    });
    expect(await item('?include=contact-points.method')).toMatchObject({
      'contact-points': expect.any(Array),
    });
    expect(await item('?include=relationships')).toMatchObject({ relationships: [] });
    expect(Object.keys(Object(await item('?trim=*'))).toSorted()).toEqual([
      'kind',
      'party-number',
      'sync-token',
    ]);
  });

  test('is allowed for applications and staff that read', async () => {
    expect((await app.get('/parties', back('01', ['party.search']))).status).toBe(403);
    expect((await app.get('/parties', staff('e-1', ['party.search']))).status).toBe(403);
    expect((await app.get('/parties', customer(String(known['mia'])))).status).toBe(403);
    expect(await namesOf('', staff('e-1', ['party.read']))).toEqual(allParties);
  });
});
