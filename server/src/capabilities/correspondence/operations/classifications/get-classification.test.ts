import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
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
    const { body, status } = await app.get(`/classifications/${id}`, reader);
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
    expect((await app.get('/classifications/templates', reader)).body).toEqual({
      'schema-id': 'templates',
      name: 'Templates',
      description: 'Templates for messages and documents of the bank.',
      values: [
        { literal: 'advice', code: '001', description: 'Anzeige: Beschreibung.' },
        { literal: 'welcome', code: '002', description: 'Willkommen: Beschreibung.' },
      ],
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
