import { afterAll, describe, expect, test } from 'vitest';
import { plain } from '#dialects/plain/plain.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { createTestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { pageLanguages } from './pages/customer/languages.ts';
import { failurePages } from './pages/failures/failure-pages.ts';
import { failureTexts } from './pages/failures/failure-texts.ts';
import { capabilities, dialectFor, isApiPath, pageRoutes } from './wiring.ts';

const broken = testContract({ interface: testInterface(plain), path: '/broken' });
const busy = testContract({
  interface: testInterface(plain),
  path: '/busy',
  operationId: 'Busy',
  problems: [standardProblems['service-unavailable']],
});
const routes: readonly Endpoint<object>[] = [
  ...capabilities.flatMap((capability) => capability.routes),
  ...pageRoutes,
  testEndpoint(broken, () => {
    throw new Error('a bug with details');
  }),
  testEndpoint(busy, () => {
    throw standardProblems['service-unavailable']();
  }),
];
let isClosed = false;
const server = await createTestServer({
  routes,
  ports: () => ({ account: { banks: ['01'] } }),
  dialectFor,
  maintenance: () => ({
    activeMaintenanceOf: (bankId) =>
      isClosed && bankId === '01' ? { retryAfterSeconds: 60, message: () => 'Back at <noon>' } : undefined,
  }),
  services: { failurePage: failurePages(['01'], isApiPath) },
});
afterAll(() => server[Symbol.asyncDispose]());

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const open = (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method: 'DELETE' | 'GET' = 'GET',
): Promise<TestServerResponse> => server.call({ method, path, headers: { accept: browser, ...headers } });

const typeOf = ({ headers }: TestServerResponse): string | undefined =>
  String(headers['content-type']).split(';')[0];

describe('a browser at a wrong address', () => {
  test.each([
    '/',
    '/account',
    '/account/99',
    '/account/01/nothing',
    '/sca',
    '/favicon.ico',
    '/oauth/01/auth/x/y',
  ])('sees a page at %s', async (path) => {
    const response = await open(path);
    expect([response.status, typeOf(response)]).toEqual([404, 'text/html']);
    expect(response.text).toContain('<h1>This page does not exist</h1>');
    expect(response.text).toContain(String(response.headers['x-request-id']));
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['vary']).toContain('Accept');
  });

  test.each(pageLanguages)('reads $name', async ({ direction, tag }) => {
    const { text } = await open('/', { 'accept-language': `${tag}, xx;q=0.5` });
    expect(text).toContain(`<html lang="${tag}" dir="${direction}">`);
    expect(text).toContain(failureTexts(tag).unknown.title);
    const chosen = await open('/', { 'accept-language': 'en', cookie: `portico-language=${tag}` });
    expect(chosen.text).toContain(failureTexts(tag).unknown.title);
  });

  test('finds the way back to a bank that exists, and to no other', async () => {
    expect((await open('/account/01/nothing')).text).toContain('href="/account/01"');
    expect((await open('/account/99')).text).not.toContain('href="/account');
  });

  test('reads nothing of what it sent', async () => {
    const { text } = await open('/%3Cscript%3Ealert(1)%3C/script%3E?x=<b>', {
      'accept-language': '"><script>alert(1)</script>',
    });
    expect(text).not.toContain('alert(1)');
  });

  test('sees a page for a wrong method, with the methods that work', async () => {
    const response = await open('/account/01', {}, 'DELETE');
    expect([response.status, typeOf(response)]).toEqual([405, 'text/html']);
    expect(response.headers['allow']).toBe('GET, HEAD, POST');
  });
});

test('a browser sees a page without details when something fails, and when to come back', async () => {
  const failed = await open('/broken');
  expect([failed.status, typeOf(failed)]).toEqual([500, 'text/html']);
  expect(failed.text).toContain('Something failed on our side');
  expect(failed.text).not.toContain('a bug with details');
  const away = await open('/busy');
  expect([away.status, typeOf(away)]).toEqual([503, 'text/html']);
  expect(away.headers['retry-after']).toBe('1');
});

test('a browser reads the text of a bank in maintenance, before it has signed in', async () => {
  isClosed = true;
  const closed = await open('/account/01');
  expect([closed.status, closed.headers['retry-after']]).toEqual([503, '60']);
  expect(closed.text).toContain('<h1>Closed for maintenance</h1>');
  expect(closed.text).toContain('Back at &lt;noon&gt;');
  expect((await open('/account/99')).status).toBe(404);
  isClosed = false;
});

describe('a program', () => {
  test.each([
    '/v1/x',
    '/v2/x',
    '/v1/payments/x',
    '/v1/party/x',
    '/api/v1/x',
    '/api/configuration/x',
    '/.well-known/x',
    '/oauth/01/x',
  ])('gets JSON at %s, also if it names HTML first', async (path) => {
    expect(typeOf(await open(path))).toMatch(/^application\/(?:problem\+)?json$/v);
  });

  test('gets JSON everywhere if it does not ask for HTML', async () => {
    for (const accept of ['*/*', 'application/json'])
      for (const path of ['/', '/account/99', '/broken'])
        expect(typeOf(await open(path, { accept }))).toBe('application/problem+json');
  });
});
