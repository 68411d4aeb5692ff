import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertBankValue } from '#platform/testing/bank-values.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { classifications } from '../../domain/classifications.ts';
import {
  back,
  base,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  foreignClassification,
  problemOf,
} from '../../testing/correspondence-test-app.suite.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const reader = back(['party.read']);
const get = (id: string, language: string, more: object = {}): Promise<TestResponse> =>
  app.call({
    method: 'GET',
    path: `${base}/classifications/${id}`,
    as: reader,
    headers: { 'accept-language': language, ...more },
  });

async function publish(templateId: string, version: number, name: string, bankId = '01'): Promise<void> {
  await app.database.query(
    `insert into correspondence.template (bank_id, template_id, version, name, description, message_kind,
       message_category, data_schema, content_hash, published_by, created_at)
     values ($1, $2, $3, $4, 'Beschreibung.', 'notice', 'service', '{}', '', 'e-1', now())`,
    [bankId, templateId, version, name],
  );
}

describe('getting a classification', () => {
  const shown = [...classifications, foreignClassification].filter(({ id }) => id !== 'templates');
  test.each(shown)('shows $id', async ({ id, values }) => {
    const { body, status } = await get(id, 'en');
    expect(status).toBe(200);
    expect(at(body, 'schema-id')).toBe(id);
    expect(listAt(body, 'values')).toEqual(
      values.map(({ code, description, literal, parentLiteral }) => ({
        literal,
        code,
        description,
        ...(parentLiteral === undefined ? {} : { 'parent-literal': parentLiteral }),
      })),
    );
  });

  test('shows the templates of the bank, each in its newest version', async () => {
    expect((await app.get('/classifications/templates', reader)).body).toMatchObject({ values: [] });
    await publish('welcome', 1, 'Begrüßung');
    await publish('welcome', 2, 'Willkommen');
    await publish('advice', 10, 'Anzeige');
    await publish('advice', 9, 'Alte Anzeige');
    await publish('foreign', 1, 'Fremd', '02');
    const { body, headers } = await get('templates', 'en');
    // The bank has named them in its language.
    expect(headers['content-language']).toBe('en, de');
    expect(body).toEqual({
      'schema-id': 'templates',
      name: 'Templates',
      description: 'Templates for messages and documents of the bank.',
      values: [
        { literal: 'advice', code: '001', description: 'Anzeige: Beschreibung.' },
        { literal: 'welcome', code: '002', description: 'Willkommen: Beschreibung.' },
      ],
    });
  });

  test('shows texts in the language of the caller, or of the bank, each with its own ETag', async () => {
    const shown = async (language: string): Promise<readonly unknown[]> => {
      const { body, headers } = await get('message-categories', language);
      expect(headers['vary']).toBe('accept-language, x-bank-id');
      return [at(body, 'values', 0, 'description'), headers['content-language']];
    };
    expect(await shown('fr')).toEqual(['Comptes.', 'fr']);
    expect(await shown('es')).toEqual(['Konten.', 'de']);
    const { headers } = await get('message-categories', 'fr');
    const etag = String(headers['etag']);
    expect((await get('message-categories', 'fr', { 'if-none-match': etag })).status).toBe(304);
    expect((await get('message-categories', 'ar', { 'if-none-match': etag })).status).toBe(200);
  });

  test('shows what the bank added and ended', async () => {
    const schemaId = 'message-categories';
    await insertBankValue(app.database, {
      schemaId,
      literal: 'pension',
      code: 'P1',
      texts: { de: 'Renten.' },
      parentLiteral: 'daily-banking',
    });
    await insertBankValue(app.database, {
      schemaId,
      literal: 'loan',
      code: '004',
      validUntil: '2025-12-31T23:59:59.999Z',
    });
    const { body, headers } = await get(schemaId, 'fr');
    expect(headers['content-language']).toBe('fr, de');
    expect(listAt(body, 'values').at(-1)).toEqual({
      literal: 'pension',
      code: 'P1',
      description: 'Renten.',
      'parent-literal': 'daily-banking',
    });
    expect(at(body, 'values', 3)).toMatchObject({
      literal: 'loan',
      description: 'Crédits.',
      'valid-until': '2025-12-31T23:59:59.999Z',
    });
  });

  test('that is unchanged returns 304', async () => {
    const path = `${base}/classifications/priorities`;
    const { headers } = await app.call({ method: 'GET', path, as: reader });
    const again = await app.call({
      method: 'GET',
      path,
      as: reader,
      headers: { 'if-none-match': String(headers['etag']) },
    });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  test('that is unknown is not found', async () => {
    expect(problemOf(await app.get('/classifications/shoe-sizes', reader))).toBe('404 not-found');
    expect(problemOf(await app.get('/classifications/constructor', reader))).toBe('404 not-found');
  });
});
