import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAt } from '#platform/testing/json-at.ts';
import { classifications } from '../../domain/classifications.ts';
import {
  back,
  base,
  type CorrespondenceTestApp,
  createCorrespondenceTestApp,
  customer,
  foreignClassification,
  staff,
} from '../../testing/correspondence-test-app.suite.ts';

let app: CorrespondenceTestApp;
beforeAll(async () => {
  app = await createCorrespondenceTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

describe('listing classifications', () => {
  test('returns every list, for any caller with a token', async () => {
    for (const as of [back(['party.read']), staff('e-1', []), customer('1'), customer(undefined)]) {
      const { body, headers, status } = await app.call({
        method: 'GET',
        path: `${base}/classifications`,
        as,
        headers: { 'accept-language': 'en' },
      });
      expect(status).toBe(200);
      expect(listAt(body, 'items')).toEqual(
        [...classifications, foreignClassification].map(({ description, id, name }) => ({
          'schema-id': id,
          name,
          description,
        })),
      );
      expect(headers).toMatchObject({
        'cache-control': 'private, max-age=3600',
        etag: expect.stringMatching(/^".+"$/),
      });
    }
    expect((await app.call({ method: 'GET', path: `${base}/classifications` })).status).toBe(401);
  });
});
