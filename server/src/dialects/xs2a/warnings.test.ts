import Type from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callers } from '#platform/auth/access.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { createTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { testThirdParties } from '#platform/testing/third-parties.ts';
import { tppWarnings } from './warnings.ts';
import { xs2a } from './xs2a.ts';

const access = callers({ tpp: { roles: ['PSP_AI'] } });
const shared = { interface: testInterface(xs2a), access } as const;
const body = Type.Object({ state: Type.String(), tppMessages: tppWarnings }, { additionalProperties: false });
const withPlace = testContract({
  ...shared,
  at: '/with-place',
  responses: { 200: { description: 'Done.', body } },
});
const byMediaType = testContract({
  ...shared,
  at: '/by-media-type',
  responses: { 200: { description: 'Done.', content: { 'application/json': body } } },
});
const withoutPlace = testContract({
  ...shared,
  at: '/without-place',
  responses: { 200: { description: 'Done.', body: Type.Object({ state: Type.String() }) } },
});
const own = { category: 'WARNING', code: 'BENEFICIARY_WHITELISTING_REQUIRED' };
const withOwn = testContract({
  ...shared,
  at: '/with-own',
  responses: { 200: { description: 'Done.', body } },
});

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({
    routes: [
      testEndpoint(withPlace, () => ({ status: 200, body: { state: 'done' } })),
      testEndpoint(byMediaType, () => ({
        status: 200,
        mediaType: 'application/json',
        body: { state: 'done' },
      })),
      testEndpoint(withoutPlace, () => ({ status: 200, body: { state: 'done' } })),
      testEndpoint(withOwn, () => ({ status: 200, body: { state: 'done', tppMessages: [own] } })),
    ],
    ports: () => ({}),
    dialectFor: () => xs2a,
    thirdParties: await testThirdParties(),
    // The certificates of the tests expire on 2035-01-01.
    startAt: '2034-11-15T10:00:00Z',
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const call = async (path: string): Promise<unknown> =>
  (await server.call({ method: 'GET', path, as: { kind: 'tpp', certificate: '_A' } })).body;

test('a certificate that is valid for longer warns about nothing', async () => {
  expect(await call(withPlace.path)).toEqual({ state: 'done' });
});

test('a certificate that expires within 30 days is a WARNING in tppMessages, where the response has them', async () => {
  server.clock.advance({ hours: 20 * 24 });
  const warning = {
    category: 'WARNING',
    code: 'WARNING',
    text: expect.stringContaining('2035-01-01T00:00:00Z'),
  };
  expect(await call(withPlace.path)).toEqual({ state: 'done', tppMessages: [warning] });
  expect(await call(byMediaType.path)).toEqual({ state: 'done', tppMessages: [warning] });
  expect(await call(withOwn.path)).toEqual({ state: 'done', tppMessages: [own, warning] });
  expect(await call(withoutPlace.path)).toEqual({ state: 'done' });
});
