import { afterAll, beforeAll, expect, test } from 'vitest';
import { isHeadAnswered } from '#platform/http/contract.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { clientRoutes } from '../routes.ts';
import { type ApprovalTestApp, createApprovalTestApp } from '../testing/approval-test-app.suite.ts';

const origin = 'https://app.bank.example';

/** Every path, answered by `listMethods`. */
let app: ApprovalTestApp;
beforeAll(async () => {
  app = await createApprovalTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const options = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<TestServerResponse> =>
  app.server.call({
    method: 'OPTIONS',
    path: path.replaceAll(/\{\w+\}/g, '0192f0c1-2a53-7b1e-9b5e-0f4d8a7c6b21'),
    headers,
  });

const paths = [...new Set(clientRoutes.map(({ contract }) => contract.path))];

test.each(paths)('S000 OPTIONS %s tells its methods without a token', async (path) => {
  const { headers, status } = await options(path);
  const methods = clientRoutes
    .filter(({ contract }) => contract.path === path)
    .map(({ contract }) => contract.method);
  expect(status).toBe(204);
  const isHead = clientRoutes.some(({ contract }) => contract.path === path && isHeadAnswered(contract));
  expect(new Set(String(headers['allow']).split(', '))).toEqual(
    new Set([...methods, ...(isHead ? ['HEAD'] : [])]),
  );
  expect(headers['accept-patch'] !== undefined).toBe(methods.includes('PATCH'));
});

test('a preflight of a registered origin is answered with what the page may send', async () => {
  const preflight = { origin, 'access-control-request-method': 'PUT' };
  const { headers } = await options('/api/v1/approvals/{approvalId}/approve', preflight);
  expect(headers).toMatchObject({
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'PUT, OPTIONS',
    'access-control-allow-headers': expect.stringContaining('DPoP'),
    'access-control-max-age': '600',
  });
  expect(headers).not.toHaveProperty('access-control-allow-credentials');
});

test.each(['https://evil.example', 'https://app.bank.example.evil.example', 'null', `${origin}:8443`])(
  'the origin %s gets none of these headers',
  async (foreign) => {
    const { headers } = await options('/api/v1/approvals', { origin: foreign });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers['vary']).toBe('Origin');
  },
);
