import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { errorsOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customer,
  customerFields,
  home,
  type PartyTestApp,
  prospectFields,
  staff,
} from '../../testing/party-test-app.suite.ts';

let app: PartyTestApp;
const known: Record<string, string> = {};
/** Later than the previous one, so that equal scores have an order: the last modified first. */
const later = async (name: string, register: () => Promise<string>): Promise<void> => {
  app.clock.advance({ minutes: 1 });
  known[name] = await register();
};
const at1 = (lat: number, long: number) => ({ ...home, coordinates: { lat, long } });
beforeAll(async () => {
  app = await createPartyTestApp();
  app.clock.set('2026-11-10T10:00:00Z');
  await later('anna', () =>
    app.person({
      ...prospectFields(),
      'given-name': 'Anna',
      surname: 'Lindemann',
      'email-address': { value: 'anna@example.org' },
      'mobile-phone': { number: '+4915144440001' },
      'contact-address': { ...at1(52.52, 13.405), 'street-name': 'Kastanienallee' },
      'id-number': 'FINDMICH77',
    }),
  );
  await later('björn', () =>
    app.person({
      'given-name': 'Björn',
      'middle-name': 'Anna',
      surname: 'Ølsen',
      'birth-surname': 'Lindgren',
    }),
  );
  await later('кирил', () => app.person({ 'given-name': 'Кирил', surname: 'Петров' }));
  await later('shop', () =>
    app.organization({
      'commercial-name': 'Linde & Co',
      'registered-name': 'Blumenhaus GmbH',
      'contact-address': { ...at1(48.137, 11.575), 'street-name': 'Kastanienallee', 'post-code': '80331' },
    }),
  );
  await later('former', () => app.person({ 'given-name': 'Frida', surname: 'Lindwurm' }));
  app.clock.set('2026-11-15T10:00:00Z');
  await app.patch(`/parties/individuals/${known['former']}/surname`, {
    surname: 'Drache',
    reason: 'divorce',
    'effective-date': '2026-11-15',
  });
  await app.person({ ...customerFields(), surname: 'Lindemann' }, back('02'));
});
afterAll(() => app[Symbol.asyncDispose]());

const found = async (query: string, as = back()): Promise<readonly (string | undefined)[]> => {
  const { body, status, text } = await app.get(`/parties/search${query}`, as);
  expect([status, text]).toEqual([200, text]);
  return listAt(body, 'items').map((item) => {
    const number = at(item, 'party-number');
    return Object.entries(known).find(([, one]) => one === number)?.[0];
  });
};

describe('searching parties', () => {
  test.each([
    ['a whole word', '?q=lindemann', ['anna']],
    ['a prefix', '?q=linde', ['shop', 'anna']],
    ['another case and accents', '?q=BJORN%20olsen', ['björn']],
    ['another script', '?q=kiril', ['кирил']],
    ['its own script', '?q=%D0%BF%D0%B5%D1%82%D1%80', ['кирил']],
    ['one typo in five letters', '?q=lindeman', ['anna']],
    ['two letters changed', '?q=lidnemann', ['anna']],
    ['a typo in four letters', '?q=anan', []],
    ['all words', '?q=anna%20lindemann', ['anna']],
    ['all words, one of which no party has', '?q=anna%20unknown', []],
    ['any word', '?q=lindemann%20petrov&search-mode=any', ['кирил', 'anna']],
    ['the name at birth', '?q=lindgren', ['björn']],
    ['the registered name', '?q=blumenhaus', ['shop']],
    ['a former name', '?q=lindwurm', ['former']],
    ['an address', '?q=kastanienallee', ['shop', 'anna']],
    ['an e-mail address', '?q=ANNA%40example.org', ['anna']],
    ['a phone number', '?q=%2B49%20151%204444%200001', ['anna']],
    ['a kind', '?q=linde&kind=organization', ['shop']],
    ['a field that has it', '?q=lindemann&search-fields=surname', ['anna']],
    ['a field that has it not', '?q=lindemann&search-fields=given-name', []],
    ['two fields', '?q=linde&search-fields=given-name,commercial-name', ['shop']],
    ['no identification number', '?q=findmich77', []],
    ['no other bank', '?q=lindemann&page-size=100', ['anna']],
  ])('by %s', async (_, query, names) => {
    expect(await found(query)).toEqual(names);
  });

  test('by number, which has the highest score', async () => {
    expect((await found(`?q=${known['кирил']}`))[0]).toBe('кирил');
    expect(await found(`?q=${known['кирил']}&search-fields=surname`)).toEqual([]);
  });

  test('ranks the whole word before the prefix, the current name before the former one', async () => {
    await later('whole', () => app.person({ 'given-name': 'Lind', surname: 'Xaver' }));
    const names = await found('?q=lind');
    expect(names[0]).toBe('whole');
    // Modified last, and yet after the party that has the name now.
    expect(names.indexOf('former')).toBeGreaterThan(names.indexOf('anna'));
    expect(new Set(names)).toEqual(new Set(['whole', 'shop', 'anna', 'björn', 'former']));
  });

  test('within a radius returns parties with an address inside', async () => {
    const near = (lat: number, long: number, radius: number): string =>
      `?q=kastanienallee&lat=${lat}&long=${long}&radius=${radius}`;
    expect(await found(near(52.52, 13.405, 0.1))).toEqual(['anna']);
    expect(await found(near(48.1, 11.6, 10))).toEqual(['shop']);
    expect(await found(near(48.1, 11.6, 0.5))).toEqual([]);
  });

  test.each([
    ['', '400 q required'],
    ['?q=a', '400 q too-short'],
    ['?q=%20a%20', '400 q too-short'],
    [`?q=${'a'.repeat(201)}`, '400 q too-long'],
    ['?q=anna&search-fields=shoe-size', '400 search-fields[0] enum'],
    ['?q=anna&search-mode=some', '400 search-mode enum'],
    ['?q=anna&lat=1&long=1', '400 radius combination-required'],
    ['?q=anna&radius=1', '400 lat combination-required'],
    ['?q=anna&lat=1&long=1&radius=0.09', '400 radius minimum'],
    ['?q=anna&lat=1&long=1&radius=101', '400 radius maximum'],
    ['?q=anna&lat=91&long=1&radius=1', '400 lat maximum'],
    ['?q=anna&page=11&page-size=100', '400 page maximum'],
    ['?q=anna&include=shoe-size', '400 include enum'],
  ])('%s is invalid: %s', async (query, error) => {
    expect(errorsOf(await app.get(`/parties/search${query}`))).toContain(error);
  });

  test('returns pages without a sort order', async () => {
    const { body } = await app.get('/parties/search?q=kastanienallee&page-size=1&page=2');
    expect(body).toMatchObject({ page: 2, 'page-size': 1, 'total-count': 2, 'total-pages': 2 });
    expect(listAt(body, 'items').map((item) => at(item, 'party-number'))).toEqual([known['anna']]);
    expect(body).not.toHaveProperty('sort-by');
    expect(body).not.toHaveProperty('sort-order');
    expect(at(body, 'items', 0)).not.toHaveProperty('contact-points');
    const shaped = await app.get('/parties/search?q=lindemann&trim=*&include=surname');
    expect(Object.keys(Object(at(shaped.body, 'items', 0))).toSorted()).toEqual([
      'kind',
      'party-number',
      'surname',
      'sync-token',
    ]);
  });

  test('is allowed for applications and staff that search', async () => {
    expect((await app.get('/parties/search?q=anna', back('01', ['party.read']))).status).toBe(403);
    expect((await app.get('/parties/search?q=anna', staff('e-1', ['party.read']))).status).toBe(403);
    expect((await app.get('/parties/search?q=anna', customer(String(known['anna'])))).status).toBe(403);
    expect(await found('?q=lindemann', staff('e-1', ['party.search']))).toEqual(['anna']);
  });
});
