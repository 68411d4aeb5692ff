import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { ApprovalRequest } from '../ports/decoupled-approval.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { createTestClient, type TestClient } from '../testing/test-client.suite.ts';
import { recordApproval } from './record-approval.ts';

let testApp: ServerTestApp;
let app: TestClient;
const asked: ApprovalRequest[] = [];
beforeAll(async () => {
  testApp = await createServerTestApp({
    customers: {
      find: async () => ({ customerNumber: '1000000048' }),
      findOrganization: async () => undefined,
    },
    approval: {
      userFor: async (_context, hint) => (hint === 'device-7' ? 'usr_test' : undefined),
      requestApproval: async (_context, request) => void asked.push(request),
      deviceOf: async () => undefined,
    },
  });
  app = await createTestClient(testApp, { kind: 'customer-app', scopes: ['openid', 'mailbox'] });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});

const by = {
  accountId: 'usr_test',
  assurance: 'sca-linked',
  methods: ['hwk'],
  atSeconds: 1_794_736_800,
} as const;

/** Starts a request and returns its ids: the client's handle and the id that the device got. */
async function ask(): Promise<{ readonly handle: string; readonly requestId: string }> {
  const { body } = await app.post('/backchannel', {
    scope: 'openid mailbox',
    login_hint: 'device-7',
    binding_message: 'Pay 12.50 EUR to Ann',
  });
  return { handle: String(at(body, 'auth_req_id')), requestId: asked.at(-1)?.requestId ?? '' };
}

const poll = (handle: string): ReturnType<TestClient['post']> =>
  app.post('/token', { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: handle });
const answer = (
  requestId: string,
  said: 'approved' | 'refused',
  who: string = by.accountId,
): Promise<boolean> =>
  recordApproval(
    { ...testApp.contextFor('01'), server: testApp.server },
    { requestId, decision: said, by: { ...by, accountId: who } },
  );

describe('record-approval', () => {
  it('issues tokens once the customer has approved, not before and not twice', async () => {
    const { handle, requestId } = await ask();
    expect((await poll(handle)).body).toMatchObject({ error: 'authorization_pending' });
    expect(await answer(requestId, 'approved')).toBe(true);
    const { body, status } = await poll(handle);
    expect(status).toBe(200);
    expect(decodeJwt(String(at(body, 'access_token')))).toMatchObject({
      sub: 'usr_test',
      acr: 'sca-linked',
      scope: 'mailbox',
    });
    expect((await poll(handle)).status).toBe(400);
  });

  it('tells the client that the customer refused', async () => {
    const { handle, requestId } = await ask();
    expect(await answer(requestId, 'refused')).toBe(true);
    expect((await poll(handle)).body).toMatchObject({ error: 'access_denied' });
  });

  it('counts once, whatever is sent later', async () => {
    const { handle, requestId } = await ask();
    expect(await answer(requestId, 'refused')).toBe(true);
    expect(await answer(requestId, 'approved')).toBe(false);
    expect((await poll(handle)).body).toMatchObject({ error: 'access_denied' });
  });

  it('of another user does not count', async () => {
    const { handle, requestId } = await ask();
    expect(await answer(requestId, 'approved', 'usr_other')).toBe(false);
    expect(await answer('no-such-request', 'approved')).toBe(false);
    expect((await poll(handle)).body).toMatchObject({ error: 'authorization_pending' });
  });

  it('comes too late after the request has expired', async () => {
    const { requestId } = await ask();
    testApp.moveTime(311);
    expect(await answer(requestId, 'approved')).toBe(false);
  });
});
