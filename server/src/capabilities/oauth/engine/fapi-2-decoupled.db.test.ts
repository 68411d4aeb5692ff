import { decodeJwt } from 'jose';
import { errors } from 'oidc-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { ApprovalRequest } from '../ports/decoupled-approval.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { createTestClient, type Form, type TestClient } from '../testing/test-client.suite.ts';
import { anyCustomer, outcomeOf, refresh, tokensIn } from '../testing/test-tokens.suite.ts';

let testApp: ServerTestApp;
let app: TestClient;
let other: TestClient;
const asked: ApprovalRequest[] = [];
beforeAll(async () => {
  testApp = await createServerTestApp({
    customers: anyCustomer,
    approval: {
      userFor: async (_context, hint) => (hint.startsWith('device-') ? `usr_${hint}` : undefined),
      requestApproval: async (_context, request) => void asked.push(request),
      deviceOf: async () => undefined,
    },
  });
  const scopes = ['openid', 'offline_access', 'mailbox'];
  app = await createTestClient(testApp, { kind: 'customer-app', scopes });
  other = await createTestClient(testApp, { kind: 'customer-app', scopes });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});
beforeEach(() => {
  asked.length = 0;
});

const begin = (form: Form = {}, by: TestClient = app): Promise<TestServerResponse> =>
  by.post('/backchannel', {
    scope: 'openid offline_access mailbox',
    login_hint: 'device-1',
    binding_message: 'Pay 12,50 to Smith',
    ...form,
  });
const handleOf = ({ body }: TestServerResponse): string => String(at(body, 'auth_req_id'));
const poll = (
  handle: string,
  by: TestClient = app,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<TestServerResponse> =>
  by.post('/token', { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: handle }, headers);

/** Approves the request on the other device. */
async function approve({ clientId, requestId, userId }: ApprovalRequest): Promise<void> {
  const provider = testApp.server.providerOf('01');
  const grant = new provider.Grant({ accountId: userId, clientId });
  grant.addOIDCScope('openid offline_access');
  grant.addResourceScope('https://bank.test', 'mailbox');
  await grant.save();
  const authTime = Math.floor(testApp.clock.now().epochMilliseconds / 1_000);
  await provider.backchannelResult(requestId, grant, { acr: 'sca-linked', amr: ['hwk'], authTime });
}

async function deny({ requestId }: ApprovalRequest): Promise<void> {
  await testApp.server.providerOf('01').backchannelResult(requestId, new errors.AccessDenied());
}

async function beginAndApprove(): Promise<string> {
  const handle = handleOf(await begin());
  await Promise.all(asked.map(approve));
  return handle;
}

describe('a request to another device', () => {
  it('CIBA 7.3 a valid request gets a handle, and the customer sees the client’s binding message', async () => {
    const answer = await begin();
    expect(answer.status).toBe(200);
    expect(handleOf(answer)).toMatch(/^[\w-]{43}$/);
    expect(at(answer.body, 'expires_in')).toBe(300);
    expect(asked).toMatchObject([
      { userId: 'usr_device-1', clientId: app.clientId, bindingMessage: 'Pay 12,50 to Smith' },
    ]);
  });

  it('CIBA 11 a client that polls too often gets slow_down, and may poll again later', async () => {
    const handle = handleOf(await begin());
    const words = [await poll(handle), await poll(handle), await poll(handle)].map(outcomeOf);
    expect(words).toEqual(['400 authorization_pending', '400 slow_down', '400 slow_down']);
    testApp.moveTime(5);
    expect(outcomeOf(await poll(handle))).toBe('400 authorization_pending');
  });

  it.each([
    ['no message', undefined],
    ['an empty message', ''],
    ['a long message', 'x'.repeat(65)],
    ['a message with a line break', 'Pay\n12,50'],
    ['a message that turns around', 'Pay \u202e05,21'],
    ['a message with markup', '<b>Pay</b>'],
    ['a message with a look-alike', 'Раy 12,50'],
  ])('CIBA 7.1 %s is refused', async (_name, message) => {
    expect(outcomeOf(await begin({ binding_message: message }))).toBe('400 invalid_binding_message');
    expect(asked).toEqual([]);
  });

  it.each([
    ['no hint', { login_hint: undefined }, '400 invalid_request'],
    ['two hints', { id_token_hint: 'x' }, '400 invalid_request'],
    ['a hint for an unknown user', { login_hint: '+31612345678' }, '400 unknown_user_id'],
    ['a hint token', { login_hint: undefined, login_hint_token: 'x' }, '400 invalid_request'],
    ['a forged identity hint', { login_hint: undefined, id_token_hint: 'a.b.c' }, '400 invalid_request'],
    ['a user code', { user_code: '1234' }, '400 invalid_request'],
    ['a request context', { request_context: '{}' }, '400 invalid_request'],
    ['no openid', { scope: 'mailbox' }, '400 invalid_request'],
    ['no scope', { scope: undefined }, '400 invalid_request'],
    ['a scope it does not have', { scope: 'openid party.write' }, '400 invalid_scope'],
    ['a request object', { request: 'e30.e30.' }, '400 request_not_supported'],
    ['an expiry that is no number', { requested_expiry: 'soon' }, '400 invalid_request'],
    ['a negative expiry', { requested_expiry: '-5' }, '400 invalid_request'],
    [
      'no credentials',
      { client_assertion: undefined, client_assertion_type: undefined },
      '401 invalid_client',
    ],
  ])('CIBA 7.2 a request with %s is refused', async (_name, form, word) => {
    expect(outcomeOf(await begin(form))).toBe(word);
    expect(asked).toEqual([]);
  });

  it('CIBA 7.1 a request for a longer lifetime gets the default one', async () => {
    expect(at((await begin({ requested_expiry: '86400' })).body, 'expires_in')).toBe(300);
  });

  it('CIBA 5 there is no push and no ping: a notification token is ignored', async () => {
    const { body } = await testApp.call({
      method: 'GET',
      path: '/oauth/01/.well-known/openid-configuration',
    });
    expect(at(body, 'backchannel_token_delivery_modes_supported')).toEqual(['poll']);
    // The test's fetch throws; a notification would cause a logged error and a 500 here.
    const handle = handleOf(await begin({ client_notification_token: 'token-for-the-client' }));
    await Promise.all(asked.map(approve));
    expect(outcomeOf(await poll(handle))).toBe('200');
  });

  it('CIBA 7.2 clients of other kinds are refused', async () => {
    const application = await createTestClient(testApp);
    const console = await createTestClient(testApp, { kind: 'console' });
    for (const by of [application, console]) {
      expect(outcomeOf(await begin({ scope: 'openid' }, by))).toBe('400 invalid_request');
      expect(outcomeOf(await poll('x', by))).toBe('400 invalid_request');
    }
  });
});

describe('polling', () => {
  it('CIBA 10.1 tokens are issued once the customer has approved, bound to the client’s key', async () => {
    const handle = handleOf(await begin());
    expect(outcomeOf(await poll(handle))).toBe('400 authorization_pending');
    await Promise.all(asked.map(approve));
    const answer = await poll(handle);
    expect(answer.status).toBe(200);
    const tokens = tokensIn(answer);
    expect(decodeJwt(tokens.accessToken)).toMatchObject({
      sub: 'usr_device-1',
      scope: 'mailbox',
      acr: 'sca-linked',
      amr: ['hwk'],
      cnf: { jkt: app.thumbprint },
    });
    expect(decodeJwt(tokens.idToken)).toMatchObject({ sub: 'usr_device-1', acr: 'sca-linked' });
    expect(outcomeOf(await refresh(app, tokens.refreshToken))).toBe('200');
  });

  it('CIBA 10.1 a handle that is used twice ends everything issued from it', async () => {
    const handle = await beginAndApprove();
    const tokens = tokensIn(await poll(handle));
    expect(outcomeOf(await poll(handle))).toBe('400 invalid_grant');
    expect(outcomeOf(await refresh(app, tokens.refreshToken))).toBe('400 invalid_grant');
    await testApp.revocations.refresh();
    expect(await testApp.verifier.verify(tokens.accessToken)).toMatchObject({ kind: 'refused' });
  });

  it('CIBA 10.1 of twenty concurrent requests with one handle at most one succeeds', async () => {
    const handle = await beginAndApprove();
    const answers = await Promise.all(Array.from({ length: 20 }, () => poll(handle)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('CIBA 11 a handle of another client, an invented one, or one of another bank is refused', async () => {
    const elsewhere = await createTestClient(testApp, { bankId: '02', kind: 'customer-app' });
    const handle = await beginAndApprove();
    for (const by of [other, elsewhere]) expect(outcomeOf(await poll(handle, by))).toBe('400 invalid_grant');
    expect(outcomeOf(await poll('made-up'))).toBe('400 invalid_grant');
    expect(outcomeOf(await poll(''))).toBe('400 invalid_request');
    expect(outcomeOf(await poll(handle))).toBe('200');
  });

  it('CIBA 11 a handle without a proof is refused', async () => {
    const handle = await beginAndApprove();
    expect(outcomeOf(await poll(handle, app, { dpop: undefined }))).toBe('400 invalid_grant');
    expect(outcomeOf(await poll(handle))).toBe('200');
  });

  it('CIBA 11 a refusal by the customer, or no response for five minutes, ends the request', async () => {
    const denied = handleOf(await begin());
    await Promise.all(asked.map(deny));
    expect(outcomeOf(await poll(denied))).toBe('400 access_denied');
    expect(outcomeOf(await poll(denied))).toBe('400 invalid_grant');
    asked.length = 0;
    const late = handleOf(await begin());
    testApp.moveTime(299);
    expect(outcomeOf(await poll(late))).toBe('400 authorization_pending');
    testApp.moveTime(2);
    expect(outcomeOf(await poll(late))).toBe('400 expired_token');
    // The approval comes too late.
    await Promise.all(asked.map(approve));
    expect(outcomeOf(await poll(late))).toBe('400 expired_token');
  });

  it('CIBA 11 the approval of another user does not count', async () => {
    const handle = handleOf(await begin());
    const provider = testApp.server.providerOf('01');
    const [request] = asked;
    for (const wrong of [
      { accountId: 'usr_device-2', clientId: app.clientId },
      { accountId: 'usr_device-1', clientId: other.clientId },
    ]) {
      const grant = new provider.Grant(wrong);
      grant.addOIDCScope('openid');
      await grant.save();
      await expect(provider.backchannelResult(String(request?.requestId), grant)).rejects.toThrow('mismatch');
    }
    expect(outcomeOf(await poll(handle))).toBe('400 authorization_pending');
  });
});
