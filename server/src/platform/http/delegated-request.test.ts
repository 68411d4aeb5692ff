import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { oauth } from '#dialects/oauth/oauth.ts';
import { oauthClients } from '#platform/auth/access.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { testContract, testInterface } from '#platform/testing/endpoints.ts';
import { createTestServer, type TestServer } from '#platform/testing/test-server.ts';
import type { DelegatedRequest } from './delegated-request.ts';
import { delegated } from './endpoint.ts';

let server: TestServer;
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

/** A server with one endpoint that delegates its requests. */
async function testServerWith(
  serve: (delegatedRequest: DelegatedRequest) => Promise<void>,
): Promise<TestServer> {
  const contract = testContract({
    interface: testInterface(oauth, '/oauth'),
    method: 'POST',
    at: '/{bank}/token',
    access: oauthClients,
    rate: 'token',
    problems: [],
  });
  server = await createTestServer({
    routes: [delegated<object>(contract, (_context, delegatedRequest) => serve(delegatedRequest))],
    ports: () => ({}),
    dialectFor: () => oauth,
  });
  return server;
}

const request = { method: 'POST', path: '/oauth/01/token', body: 'a=b' } as const;
const requestId = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';

describe('a delegated endpoint', () => {
  it('passes the request on unread, and the response back unchanged', async () => {
    await testServerWith(async ({ detach, params }) => {
      const { request: raw, response } = detach();
      response.end(`${params['bank']} ${raw.method} ${await text(raw)}`);
    });
    const {
      headers,
      status,
      text: body,
    } = await server.call({
      ...request,
      headers: { 'x-request-id': requestId, authorization: 'Basic nonsense' },
    });
    expect([status, body]).toEqual([200, '01 POST a=b']);
    expect(headers).toMatchObject({ 'x-request-id': requestId, 'cache-control': 'no-store' });
  });

  it('is logged like every other request, with the facts of the delegate', async () => {
    await testServerWith(async ({ detach, recordFacts }) => {
      recordFacts({ bankId: '01', clientId: 'app-1', problem: 'invalid_grant' });
      const { response } = detach();
      response.writeHead(400).end();
    });
    await server.call(request);
    expect(server.lines.find(({ message }) => message === 'request')).toMatchObject({
      status: 400,
      callerKind: 'application',
      callerId: 'app-1',
      bankId: '01',
      problem: 'invalid_grant',
    });
  });

  it('may still raise a problem before it delegates, in the format of its dialect', async () => {
    await testServerWith(async () => {
      throw standardProblems['not-found']();
    });
    const { body, status } = await server.call(request);
    expect([status, body]).toMatchObject([404, { error: 'invalid_request' }]);
  });

  it('that drops the request leaves no caller waiting', async () => {
    await testServerWith(async ({ detach }) => {
      detach();
      throw new Error('an internal error');
    });
    await expect(server.call(request)).rejects.toThrow('response destroyed');
    expect(server.lines.some(({ level }) => level === 'error')).toBe(true);
  });
});
