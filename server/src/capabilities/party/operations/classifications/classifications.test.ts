import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { classifications } from '../../domain/classifications.ts';
import { refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  base,
  createPartyTestApp,
  customer,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** SPEC channel interfaces 12: the classifications of this interface. */
const specified = [
  'party-kinds',
  'customer-statuses',
  'individual-statuses',
  'identification-kinds',
  'registration-profiles',
  'genders',
  'legal-capacities',
  'marital-statuses',
  'record-states',
  'employment-statuses',
  'contract-kinds',
  'residence-statuses',
  'tenure-statuses',
  'party-relationship-kinds',
  'party-relationship-roles',
  'contact-point-methods',
  'contact-point-usages',
  'address-kinds',
  'identification-document-kinds',
  'identification-document-statuses',
  'organization-sizes',
  'ownership-kinds',
  'control-kinds',
  'correction-reasons',
  'surname-change-reasons',
  'death-report-sources',
  'education-levels',
  'occupations',
  'industries',
  'customer-sectors',
  'customer-segments',
  'contact-purposes',
  'legal-structures',
  'organization-purposes',
];

describe('listing classifications', () => {
  test('names every classification of the interface', async () => {
    const { body, headers, status } = await app.get('/classifications');
    expect(status).toBe(200);
    const ids = listAt(body, 'items').map((item) => at(item, 'schema-id'));
    expect(ids).toEqual(expect.arrayContaining(specified));
    expect(ids).toHaveLength(classifications.length);
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=3600',
      etag: expect.stringMatching(/^".+"$/),
    });
  });

  test('is allowed for every kind of caller with a token', async () => {
    for (const as of [back('01', ['party.read']), staff('e-1', ['party.read']), customer('1')])
      expect((await app.get('/classifications', as)).status).toBe(200);
    expect((await app.call({ method: 'GET', path: `${base}/classifications` })).status).toBe(401);
    expect((await app.get('/classifications', back('01', ['party.sync']))).status).toBe(200);
  });
});

describe('getting a classification', () => {
  test.each(specified)('%s has values with unique codes', async (id) => {
    const { body, status } = await app.get(`/classifications/${id}`);
    expect(status).toBe(200);
    const values = listAt(body, 'values');
    expect(values.length).toBeGreaterThan(1);
    for (const member of ['literal', 'code'])
      expect(new Set(values.map((value) => at(value, member))).size).toBe(values.length);
    expect(values.every((value) => String(at(value, 'description')).length > 0)).toBe(true);
  });

  test('returns the literals in order', async () => {
    const { body } = await app.get('/classifications/customer-statuses');
    expect(listAt(body, 'values').map((value) => at(value, 'literal'))).toEqual([
      'potential',
      'prospective',
      'active',
      'dormant',
      'former',
      'declined',
      'rejected',
    ]);
  });

  test('returns the kind of each role', async () => {
    const { body } = await app.get('/classifications/party-relationship-roles');
    expect(listAt(body, 'values')).toContainEqual(
      expect.objectContaining({ literal: 'proxy', 'parent-literal': 'mandate' }),
    );
  });

  const genders = (as: TokenRequest, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> =>
    app.call({ method: 'GET', path: `${base}/classifications/genders`, as, headers });

  test.each([
    ['en', 'Genders', 'Female.'],
    ['de-AT', 'Geschlechter', 'Weiblich.'],
    ['fr', 'Sexes', 'Féminin.'],
    ['es, nl;q=0.5', 'Geslachten', 'Vrouwelijk.'],
    ['ar', 'الجنس', 'أنثى.'],
  ])('has texts in the language of the caller: %s', async (language, name, female) => {
    const { body, headers } = await genders(back(), { 'accept-language': language });
    expect([at(body, 'name'), at(body, 'values', 0, 'description')]).toEqual([name, female]);
    expect(headers['content-language']).toBe(/de|fr|nl|ar|en/.exec(language)?.[0]);
    expect(headers['vary']).toMatch(/accept-language/i);
  });

  test('has texts in the language of the bank for a caller without one', async () => {
    for (const [bank, name] of [
      ['01', 'Geschlechter'],
      ['nl', 'Geslachten'],
    ] as const)
      for (const headers of [{}, { 'accept-language': 'es' }])
        expect(at((await genders(back(bank), headers)).body, 'name')).toBe(name);
    const { body, headers } = await app.get('/classifications', back('nl'));
    expect(listAt(body, 'items').map((item) => at(item, 'name'))).toContain('Geslachten');
    expect(headers['content-language']).toBe('nl');
  });

  test('has another ETag in another language', async () => {
    const [german, french] = await Promise.all([
      genders(back(), { 'accept-language': 'de' }),
      genders(back(), { 'accept-language': 'fr' }),
    ]);
    expect(german.headers['etag']).not.toBe(french.headers['etag']);
    const again = await genders(back(), {
      'accept-language': 'fr',
      'if-none-match': String(german.headers['etag']),
    });
    expect(again.status).toBe(200);
  });

  test('is not sent again if unchanged', async () => {
    const path = `${base}/classifications/genders`;
    const { headers } = await app.call({ method: 'GET', path, as: back() });
    const again = await app.call({
      method: 'GET',
      path,
      as: back(),
      headers: { 'if-none-match': String(headers['etag']) },
    });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  test('of an unknown id is not found', async () => {
    expect(refusalOf(await app.get('/classifications/shoe-sizes'))).toBe('404 not-found');
  });
});
