import assert from 'node:assert/strict';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { locationOf, obtainCode, pushRequest, redeem } from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type Form, type TestClient } from '../testing/test-client.suite.ts';
import { anyCustomer, obtainTokens, outcomeOf, refresh, tokensIn } from '../testing/test-tokens.suite.ts';

const organization = '1000000050';
const scope = `openid offline_access mailbox authorization.sign acting-for:${organization}`;
let testApp: ServerTestApp;
let app: TestClient;
/** Organizations by the number that is asked for, with their present number. */
const mandates = new Map<string, string>();
beforeAll(async () => {
  testApp = await createServerTestApp({
    customers: {
      ...anyCustomer,
      findOrganization: async (_context, asked) =>
        asked.userId === 'usr_test' ? mandates.get(asked.organization) : undefined,
    },
    approval: {
      userFor: async (_context, hint) => `usr_${hint}`,
      requestApproval: async () => undefined,
      deviceOf: async () => undefined,
    },
  });
  app = await appWith(['openid', 'offline_access', 'mailbox', 'authorization.sign', 'acting-for']);
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});
beforeEach(() => {
  mandates.clear();
  mandates.set(organization, organization);
});

const appWith = (scopes: readonly string[]): Promise<TestClient> =>
  createTestClient(testApp, { kind: 'customer-app', scopes });
const claimIn = (token: string): unknown => decodeJwt(token)['acting-for'];

/** Returns the error with which the browser comes back. */
async function errorOf(
  form: Form,
  browser?: Awaited<ReturnType<typeof obtainCode>>['browser'],
): Promise<string> {
  const { answer } = await obtainCode(testApp, app, { form, ...(browser === undefined ? {} : { browser }) });
  const { searchParams } = locationOf(answer);
  return `${searchParams.get('error')}: ${searchParams.get('error_description')}`;
}

describe('a customer acts for an organization', () => {
  it('SPEC 1.5 and the token names it in acting-for, beside the customer number', async () => {
    const response = await redeem(app, await obtainCode(testApp, app, { form: { scope } }));
    // RFC 6749 5.1: the client learns what was granted; the token has the claim instead.
    expect(String(at(response.body, 'scope')).split(' ')).toContain(`acting-for:${organization}`);
    const claims = decodeJwt(tokensIn(response).accessToken);
    expect(claims).toMatchObject({ 'acting-for': organization, 'customer-number': '1000000048' });
    expect(String(claims['scope']).split(' ').toSorted()).toEqual(['authorization.sign', 'mailbox']);
    expect(await testApp.verifier.verify(tokensIn(response).accessToken)).toMatchObject({
      facts: { customer: { actingFor: organization } },
    });
  });

  it('under its present number after a merge', async () => {
    mandates.set(organization, '1000000060');
    const { accessToken } = await obtainTokens(testApp, app, { form: { scope } });
    expect(claimIn(accessToken)).toBe('1000000060');
  });

  it('in the tokens of this request only: the session has others in its own name', async () => {
    const first = await obtainCode(testApp, app, { form: { scope } });
    const own = { form: { scope: 'openid offline_access mailbox' }, browser: first.browser };
    const second = await obtainCode(testApp, app, own);
    expect(claimIn(tokensIn(await redeem(app, second)).accessToken)).toBeUndefined();
    expect(claimIn(tokensIn(await redeem(app, first)).accessToken)).toBe(organization);
  });

  it('after consent for each organization', async () => {
    mandates.set('1000000051', '1000000051');
    const { browser } = await obtainCode(testApp, app, { form: { scope } });
    const none = { prompt: 'none' };
    expect(await errorOf({ scope, ...none }, browser)).toBe('null: null');
    const other = scope.replace(organization, '1000000051');
    expect(await errorOf({ scope: other, ...none }, browser)).toMatch(/^consent_required: /);
  });

  it('also through a service that exchanges the token', async () => {
    const service = await createTestClient(testApp, {
      scopes: ['authorization.sign'],
      exchangesTokensOf: [app.clientId],
    });
    const { accessToken } = await obtainTokens(testApp, app, { form: { scope } });
    const response = await service.post('/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: accessToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    });
    expect(claimIn(tokensIn(response).accessToken)).toBe(organization);
    expect(at(response.body, 'scope')).toBe('authorization.sign');
  });
});

describe('an organization is refused', () => {
  it('without a mandate, and the error does not say whether it exists', async () => {
    const refused = 'invalid_scope: the customer has no valid mandate for the organization of acting-for';
    for (const number of ['1000000051', 'unknown'])
      expect(await errorOf({ scope: `openid acting-for:${number}` })).toBe(refused);
    // Also for a session that has consented, and without a page.
    const { browser } = await obtainCode(testApp, app, { form: { scope } });
    mandates.clear();
    expect(await errorOf({ scope, prompt: 'none' }, browser)).toBe(refused);
  });

  it('before the sign-in, where the request is wrong', async () => {
    const push = async (client: TestClient, asked: string): Promise<string> => {
      const { body, status } = await pushRequest(client, createPkce(), { scope: asked });
      return status === 201
        ? '201'
        : `${status} ${String(at(body, 'error'))}: ${String(at(body, 'error_description'))}`;
    };
    const unregistered = await appWith(['openid', 'mailbox']);
    expect(await push(unregistered, 'openid acting-for:1000000050')).toBe(
      '400 invalid_scope: requested scope is not allowed',
    );
    expect(await push(app, 'openid acting-for:1000000050 acting-for:1000000051')).toBe(
      '400 invalid_scope: a request names one organization at most',
    );
    expect(await push(app, 'openid acting-for')).toBe(
      '400 invalid_scope: name the organization: acting-for:{customer number}',
    );
    expect(await push(app, 'openid acting-for:a_b')).toBe(
      '400 invalid_scope: requested scope is not allowed',
    );
    // Whether it exists is not looked up for a customer who has not signed in.
    expect(await push(app, 'openid acting-for:unknown')).toBe('201');
  });

  it('in a request that another device approves, which shows no organization', async () => {
    const response = await app.post('/backchannel', {
      scope: 'openid acting-for:1000000050',
      login_hint: 'test',
      binding_message: 'sign in',
    });
    expect(outcomeOf(response)).toBe('400 invalid_scope');
    expect(at(response.body, 'error_description')).toBe('acting-for needs a sign-in in a browser');
  });

  it('at the exchange of a code whose grant lost it to a consent in another window', async () => {
    const flow = await obtainCode(testApp, app, { form: { scope } });
    const provider = testApp.server.providerOf('01');
    const code = await provider.AuthorizationCode.find(
      locationOf(flow.answer).searchParams.get('code') ?? '',
    );
    const grant = await provider.Grant.find(code?.grantId ?? '');
    assert(grant !== undefined);
    // Both windows have read the grant, and the other one has saved it last.
    grant.resources = { 'https://bank.test': 'mailbox authorization.sign' };
    await grant.save();
    expect(await redeem(app, flow)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('at the exchange of a code, when the mandate has ended since', async () => {
    const flow = await obtainCode(testApp, app, { form: { scope } });
    mandates.clear();
    expect(await redeem(app, flow)).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description: 'ended: the customer has no mandate for the organization any more',
      },
    });
  });
});

describe('a refresh', () => {
  it('keeps the claim as long as the mandate lasts', async () => {
    const { refreshToken } = await obtainTokens(testApp, app, { form: { scope } });
    const second = await refresh(app, refreshToken);
    expect(claimIn(tokensIn(second).accessToken)).toBe(organization);
    mandates.set(organization, '1000000060');
    const third = await refresh(app, tokensIn(second).refreshToken);
    expect(claimIn(tokensIn(third).accessToken)).toBe('1000000060');
  });

  it('is refused when the mandate has ended, with the reason; nothing is consumed', async () => {
    const { refreshToken } = await obtainTokens(testApp, app, { form: { scope } });
    mandates.clear();
    const refused = await refresh(app, refreshToken);
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description: 'ended: the customer has no mandate for the organization any more',
      },
    });
    mandates.set(organization, organization);
    expect(outcomeOf(await refresh(app, refreshToken))).toBe('200');
  });

  it('that asks for less than was granted has no claim', async () => {
    const { refreshToken } = await obtainTokens(testApp, app, { form: { scope } });
    const narrowed = await refresh(app, refreshToken, { scope: 'openid mailbox' });
    expect(claimIn(tokensIn(narrowed).accessToken)).toBeUndefined();
  });

  it('of a token without an organization gets none by asking', async () => {
    const { refreshToken } = await obtainTokens(testApp, app, {
      form: { scope: 'openid offline_access mailbox' },
    });
    const wider = await refresh(app, refreshToken, { scope: `openid mailbox acting-for:${organization}` });
    expect(outcomeOf(wider)).toBe('400 invalid_scope');
  });
});
