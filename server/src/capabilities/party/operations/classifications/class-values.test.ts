import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertBankValue } from '#platform/testing/bank-values.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import { errorsOf, recordOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  base,
  createPartyTestApp,
  organizationFields,
  type PartyTestApp,
} from '../../testing/party-test-app.suite.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
  const { database } = app;
  await insertBankValue(database, {
    schemaId: 'legal-structures',
    literal: 'guild',
    code: 'GLD',
    texts: { nl: 'Een gilde.', fr: 'Une guilde.' },
  });
  await insertBankValue(database, {
    schemaId: 'industries',
    literal: 'space-travel',
    code: '51.2',
    texts: { en: 'Space travel.' },
  });
  for (const [schemaId, literal, code] of [
    ['legal-structures', 'branch', '010'],
    ['industries', 'construction', 'F'],
    ['contact-purposes', 'customer-care', '002'],
  ] as const)
    await insertBankValue(database, { schemaId, literal, code, validUntil: '2025-12-31T23:59:59Z' });
});
afterAll(() => app[Symbol.asyncDispose]());

const path = '/parties/organizations';
const organization = (more: object): object => ({ ...organizationFields(), ...more });
const register = async (more: object): Promise<readonly string[]> =>
  errorsOf(await app.post(path, organization(more)));

describe('a value that the bank added', () => {
  test('is accepted by the commands of this bank, and returned as it is stored', async () => {
    const number = await app.organization({
      ...organizationFields(),
      'legal-structure': 'guild',
      industry: 'space-travel',
    });
    expect(await recordOf(app, number)).toMatchObject({ 'legal-structure': 'guild', industry: '51.2' });
    const byCode = await app.organization({ ...organizationFields(), industry: '51.2' });
    expect(at(await recordOf(app, byCode), 'industry')).toBe('51.2');
  });

  test('is unknown to other banks', async () => {
    const response = await app.post(path, organization({ 'legal-structure': 'guild' }), back('02'));
    expect(errorsOf(response)).toEqual(['400 legal-structure enum']);
  });

  test('is listed behind the starting set, in the language asked for or in another one that it has', async () => {
    const valueIn = async (language: string): Promise<unknown> => {
      const { body, headers } = await app.call({
        method: 'GET',
        path: `${base}/classifications/legal-structures`,
        as: back(),
        headers: { 'accept-language': language },
      });
      return [at(listAt(body, 'values').at(-1), 'description'), headers['content-language']];
    };
    expect(await valueIn('fr')).toEqual(['Une guilde.', 'fr']);
    // The bank of this test is German; it wrote no German text, so the next language of the list is used.
    expect(await valueIn('es')).toEqual(['Une guilde.', 'de, fr']);
    expect(await valueIn('en')).toEqual(['Une guilde.', 'en, fr']);
  });
});

describe('a value that has ended', () => {
  test('is refused for new data', async () => {
    expect(await register({ 'legal-structure': 'branch' })).toEqual(['400 legal-structure enum']);
    expect(await register({ industry: 'F' })).toEqual(['400 industry enum']);
    expect(await register({ industry: 'construction' })).toEqual(['400 industry enum']);
    const number = await app.organization(organizationFields());
    const preference = await app.patch(`/parties/${number}/contact-preference`, {
      'opt-ins': [{ purpose: 'survey' }, { purpose: 'customer-care' }],
    });
    expect(errorsOf(preference)).toEqual(['400 opt-ins[1].purpose enum']);
  });

  test('is accepted for a refusal: customers may always object', async () => {
    const number = await app.organization(organizationFields());
    const { status } = await app.patch(`/parties/${number}/contact-preference`, {
      'opt-outs': [{ purpose: 'customer-care' }],
    });
    expect(status).toBe(204);
  });

  test('is shown in stored data, and listed with its end', async () => {
    await insertBankValue(app.database, { schemaId: 'legal-structures', literal: 'order', code: 'ORD' });
    const number = await app.organization({ ...organizationFields(), 'legal-structure': 'order' });
    await app.database.query(
      `update platform.classification_change set valid_until = '2025-12-31T23:59:59Z' where literal = 'order'`,
    );
    expect(at(await recordOf(app, number), 'legal-structure')).toBe('order');
    const { body } = await app.get('/classifications/legal-structures');
    expect(listAt(body, 'values')).toContainEqual(
      expect.objectContaining({ literal: 'branch', 'valid-until': '2025-12-31T23:59:59.000Z' }),
    );
  });
});

describe('a value that no one defined', () => {
  test.each([
    ['legal-structure', { 'legal-structure': 'gmbh' }],
    ['industry', { industry: 'magic' }],
    ['organization-purpose', { 'organization-purpose': 'constructor' }],
  ])('is refused: %s', async (member, more) => {
    expect(await register(more)).toEqual([`400 ${member} enum`]);
  });
});
