import { decodeJwt } from 'jose';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAuthority, type TestAuthority } from '#platform/testing/certificates.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { runCommand } from '#platform/work/command.ts';
import { changeClientExchanges } from '../operations/change-client-exchanges.ts';
import { disableClient } from '../operations/disable-client.ts';
import { enableClient } from '../operations/enable-client.ts';
import { endAccountSessions } from '../operations/end-account-sessions.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { createTestClient, type Form, type TestClient } from '../testing/test-client.suite.ts';
import { openTestProxy, type TestProxy } from '../testing/test-proxy.suite.ts';
import {
  anyCustomer,
  introspect,
  obtainOwnToken,
  obtainTokens,
  outcomeOf,
  refresh,
  revoke,
  tokensIn,
} from '../testing/test-tokens.suite.ts';

const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const validFrom = Temporal.Instant.from('2026-11-01T00:00:00Z');

let authority: TestAuthority;
let testApp: ServerTestApp;
let proxy: TestProxy;
let app: TestClient;
let otherApp: TestClient;
let service: TestClient;
/** Customers who may have no tokens any more. */
const gone = new Set<string>();
beforeAll(async () => {
  authority = await createTestAuthority({ validFrom });
  testApp = await createServerTestApp({
    customers: {
      ...anyCustomer,
      find: async (context, userId) => (gone.has(userId) ? undefined : anyCustomer.find(context, userId)),
    },
    testApp: { acceptedAuthorities: [authority.caPem] },
  });
  proxy = await openTestProxy(testApp);
  app = await customerApp();
  otherApp = await customerApp();
  service = await serviceFor(app);
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await testApp[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
});

const appScopes = ['openid', 'offline_access', 'mailbox', 'authorization.sign', 'authorization.otp'];

function customerApp(given: Parameters<typeof createTestClient>[1] = {}): Promise<TestClient> {
  return createTestClient(testApp, { kind: 'customer-app', scopes: appScopes, ...given });
}

function serviceFor(of: TestClient, given: Parameters<typeof createTestClient>[1] = {}): Promise<TestClient> {
  return createTestClient(testApp, {
    scopes: ['party.read', 'authorization.sign', 'authorization.otp'],
    exchangesTokensOf: [of.clientId],
    ...given,
  });
}

async function customerToken(of: TestClient = app, accountId = 'usr_test'): Promise<string> {
  const form = { scope: appScopes.join(' ') };
  return (await obtainTokens(testApp, of, { form, signedIn: { accountId } })).accessToken;
}

function exchange(
  by: TestClient,
  token: string,
  form: Form = {},
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<TestServerResponse> {
  return by.post(
    '/token',
    { grant_type: exchangeGrant, subject_token: token, subject_token_type: accessToken, ...form },
    headers,
  );
}

async function exchanged(token: string, by: TestClient = service, form: Form = {}): Promise<string> {
  const response = await exchange(by, token, form);
  expect(response.status).toBe(200);
  return tokensIn(response).accessToken;
}

async function isGood(token: string): Promise<boolean> {
  await testApp.revocations.refresh();
  return (await testApp.verifier.verify(token)).kind === 'accepted';
}

function refusalOf({ body, status }: TestServerResponse): string {
  return `${status} ${String(at(body, 'error'))}: ${String(at(body, 'error_description'))}`;
}

const notAccepted =
  '400 invalid_request: subject_token is malformed, expired, revoked, or not issued by this server';

describe('a token of a service for a customer', () => {
  it('SPEC 1.5 SVC+CUST is that of the customer, names the service, and is bound to its key', async () => {
    const subject = await customerToken();
    const own = decodeJwt(subject);
    testApp.moveTime(20);
    const response = await exchange(service, subject, { scope: 'authorization.sign' });
    expect(response).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        issued_token_type: accessToken,
        token_type: 'DPoP',
        expires_in: 280,
        scope: 'authorization.sign',
      },
    });
    expect(Object.keys(Object(response.body))).not.toContain('refresh_token');
    const claims = decodeJwt(tokensIn(response).accessToken);
    expect(claims).toEqual({
      iss: app.issuer,
      aud: 'https://bank.test',
      sub: 'usr_test',
      client_id: service.clientId,
      act: { sub: service.clientId },
      'exchanged-from': { client_id: app.clientId, jti: own.jti },
      scope: 'authorization.sign',
      jti: expect.stringMatching(/^[\w-]{43}$/),
      iat: Number(own.iat) + 20,
      exp: own.exp,
      auth_time: own['auth_time'],
      acr: 'sca',
      amr: ['pwd', 'otp'],
      cnf: { jkt: service.thumbprint },
      'bank-id': ['01'],
      'grant-id': own['grant-id'],
      'customer-number': '1000000048',
    });
    expect(await testApp.verifier.verify(tokensIn(response).accessToken)).toMatchObject({
      kind: 'accepted',
      facts: { subject: 'usr_test', exchanged: { clientId: app.clientId, tokenId: own.jti } },
    });
  });

  it('has the scopes that both have, and no other', async () => {
    const subject = await customerToken();
    const all = decodeJwt(await exchanged(subject));
    expect(String(all['scope']).split(' ').toSorted()).toEqual(['authorization.otp', 'authorization.sign']);
    // The service has party.read and the customer has not; the customer has mailbox and the service has not.
    expect(outcomeOf(await exchange(service, subject, { scope: 'party.read' }))).toBe('400 invalid_scope');
    expect(outcomeOf(await exchange(service, subject, { scope: 'mailbox' }))).toBe('400 invalid_scope');
    expect(outcomeOf(await exchange(service, subject, { scope: 'offline_access' }))).toBe(
      '400 invalid_scope',
    );
    const reader = await serviceFor(app, { scopes: ['party.read'] });
    expect(refusalOf(await exchange(reader, subject))).toBe(
      '400 invalid_scope: the client and the subject_token have no scope in common',
    );
  });

  it('is recorded in the audit trail with the service, the customer and the app', async () => {
    const subject = await customerToken();
    const tokenId = decodeJwt(await exchanged(subject)).jti;
    const rows = await testApp.database.query(
      `select record from platform.audit_entry where aggregate_kind = 'token' and aggregate_id = $1`,
      [tokenId],
    );
    expect(rows).toHaveLength(1);
    const record: unknown = JSON.parse(String(at(rows, 0, 'record')));
    expect(at(record, 'changes')).toEqual([
      { field: 'service', after: service.clientId },
      { field: 'user', after: 'usr_test' },
      { field: 'app', after: app.clientId },
      { field: 'exchanged-token', after: decodeJwt(subject).jti },
      { field: 'scope', after: 'authorization.sign authorization.otp' },
    ]);
  });

  it('RFC 8705 is bound to the certificate of a service that has one', async () => {
    const mine = await authority.issue({ commonName: 'service.test', noQc: true, validFrom });
    const byCertificate = await serviceFor(app, { binding: 'certificate' });
    const subject = await customerToken();
    const refused = await exchange(byCertificate.by(proxy.call), subject, {}, { dpop: undefined });
    expect(refusalOf(refused)).toBe(
      '400 invalid_grant: bound to a certificate; the certificate is missing or another one',
    );
    const shown = byCertificate.by(proxy.callWith(mine));
    const response = await exchange(shown, subject, {}, { dpop: undefined });
    expect(at(response.body, 'token_type')).toBe('Bearer');
    expect(decodeJwt(tokensIn(response).accessToken)['cnf']).toEqual({
      'x5t#S256': Buffer.from(mine.fingerprint256, 'hex').toString('base64url'),
    });
  });

  it('is introspected with its actor, by the service alone', async () => {
    const token = await exchanged(await customerToken());
    expect((await introspect(service, token)).body).toMatchObject({
      active: true,
      sub: 'usr_test',
      act: { sub: service.clientId },
    });
    expect((await introspect(app, token)).body).toEqual({ active: false });
  });

  it('is listed in the metadata of the server', async () => {
    const metadata = await testApp.call({
      method: 'GET',
      path: '/.well-known/oauth-authorization-server/oauth/01',
    });
    expect(at(metadata.body, 'grant_types_supported')).toContain(exchangeGrant);
  });
});

describe('an exchange is refused', () => {
  it('for a token that has expired, also within the tolerance of clocks', async () => {
    const subject = await customerToken();
    testApp.moveTime(299);
    expect(decodeJwt(await exchanged(subject)).exp).toBe(decodeJwt(subject).exp);
    testApp.moveTime(1);
    expect(refusalOf(await exchange(service, subject))).toBe(
      '400 invalid_request: subject_token has expired',
    );
    testApp.moveTime(60);
    expect(refusalOf(await exchange(service, subject))).toBe(notAccepted);
  });

  it('for a token that was revoked', async () => {
    const subject = await customerToken();
    await revoke(app, subject);
    await testApp.revocations.refresh();
    expect(refusalOf(await exchange(service, subject))).toBe(notAccepted);
  });

  it('for a token of another bank, of another issuer, and for no token', async () => {
    const abroad = await customerApp({ bankId: '02', clientId: app.clientId });
    expect(refusalOf(await exchange(service, await customerToken(abroad)))).toBe(notAccepted);
    const foreign = await testApp.mint.mint({ kind: 'customer', id: 'usr_test', clientId: app.clientId });
    expect(refusalOf(await exchange(service, foreign))).toBe(notAccepted);
    expect(refusalOf(await exchange(service, 'rubbish'))).toBe(notAccepted);
    expect(outcomeOf(await exchange(service, '', { subject_token: undefined }))).toBe('400 invalid_request');
  });

  it('for the token of an application, of an employee, and of a service: there are no chains', async () => {
    const console = await createTestClient(testApp, { kind: 'console' });
    const second = await serviceFor(service, { exchangesTokensOf: [service.clientId, console.clientId] });
    const own = tokensIn(await obtainOwnToken(service, { scope: 'party.read' })).accessToken;
    const ofStaff = (await obtainTokens(testApp, console)).accessToken;
    const ofService = await exchanged(await customerToken());
    for (const token of [own, ofStaff, ofService])
      expect(refusalOf(await exchange(second, token))).toBe(
        '400 invalid_request: subject_token must be an access token that a customer signed in for',
      );
  });

  it('for a client without the right, and for the token of an app that the right does not name', async () => {
    const subject = await customerToken(otherApp);
    expect(refusalOf(await exchange(service, subject))).toBe(
      '400 invalid_request: the client may not act for customers of the app of the subject_token',
    );
    const without = await createTestClient(testApp, { scopes: ['authorization.sign'] });
    const refused = '400 invalid_request: requested grant type is not allowed for this client';
    expect(refusalOf(await exchange(without, subject))).toBe(refused);
    expect(refusalOf(await exchange(app, subject))).toBe(refused);
  });

  it('from the moment at which the right is taken away', async () => {
    const brief = await serviceFor(app);
    const subject = await customerToken();
    await exchanged(subject, brief);
    await changeClientExchanges(testApp.contextFor('01'), { clientId: brief.clientId, apps: [] });
    testApp.moveTime(2);
    expect(outcomeOf(await exchange(brief, subject))).toBe('400 invalid_request');
    await changeClientExchanges(testApp.contextFor('01'), { clientId: brief.clientId, apps: [app.clientId] });
    testApp.moveTime(2);
    await exchanged(subject, brief);
  });

  it('for another audience, another type of token, and another actor', async () => {
    const subject = await customerToken();
    const outcomes = [];
    for (const form of [
      { audience: 'https://other.test' },
      { resource: 'https://other.test/' },
      { subject_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
      { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
      { actor_token: subject, actor_token_type: accessToken },
    ])
      outcomes.push(outcomeOf(await exchange(service, subject, form)));
    expect(outcomes).toEqual([
      '400 invalid_target',
      '400 invalid_target',
      '400 invalid_request',
      '400 invalid_request',
      '400 invalid_request',
    ]);
    await exchanged(subject, service, {
      audience: 'https://bank.test',
      resource: 'https://bank.test',
      requested_token_type: accessToken,
    });
  });

  it('without a proof, with a used proof, and without the assertion of the service', async () => {
    const subject = await customerToken();
    expect(outcomeOf(await exchange(service, subject, {}, { dpop: undefined }))).toBe('400 invalid_grant');
    const dpop = await service.proof({ path: '/oauth/01/token' });
    expect((await exchange(service, subject, {}, { dpop })).status).toBe(200);
    expect(outcomeOf(await exchange(service, subject, {}, { dpop }))).toBe('400 invalid_grant');
    expect(outcomeOf(await exchange(service, subject, { client_assertion: undefined }))).toBe(
      '401 invalid_client',
    );
    const notRecorded = await testApp.database.query(
      `select 1 from platform.audit_entry where aggregate_kind = 'token' and record like $1`,
      [`%${String(decodeJwt(subject).jti)}%`],
    );
    expect(notRecorded).toHaveLength(1);
  });

  it('for a customer who may have no tokens now', async () => {
    const subject = await customerToken(app, 'usr_closed');
    gone.add('usr_closed');
    expect(refusalOf(await exchange(service, subject))).toBe(
      '400 invalid_request: the customer of the subject_token may have no tokens now',
    );
  });
});

describe('a token of a service for a customer ends', () => {
  it('when the app revokes its own token, or ends the grant by a used refresh token', async () => {
    const first = await customerToken();
    const ofFirst = await exchanged(first);
    await revoke(app, first);
    expect(await isGood(ofFirst)).toBe(false);
    const { accessToken: second, refreshToken } = await obtainTokens(testApp, app, {
      form: { scope: appScopes.join(' ') },
    });
    const ofSecond = await exchanged(second);
    expect(await isGood(ofSecond)).toBe(true);
    await refresh(app, refreshToken);
    await refresh(app, refreshToken);
    expect(await isGood(ofSecond)).toBe(false);
  });

  it('when the sign-ins of the customer end', async () => {
    const context = testApp.contextFor('01');
    const token = await exchanged(await customerToken(app, 'usr_ended'));
    const ofAnother = await exchanged(await customerToken());
    await runCommand(context, async (work) => {
      endAccountSessions(context, work, { accountId: 'usr_ended', exceptSignInAt: undefined });
      work.audit({ aggregateKind: 'user', aggregateId: 'usr_ended', changes: [] });
    });
    expect([await isGood(token), await isGood(ofAnother)]).toEqual([false, true]);
  });

  it('when the app or the service is disabled', async () => {
    const context = testApp.contextFor('01');
    const [brief, ending] = [await serviceFor(otherApp), await customerApp()];
    const ofBrief = await exchanged(await customerToken(otherApp), brief);
    const ofEnding = await exchanged(await customerToken(ending), await serviceFor(ending));
    await disableClient(context, brief.clientId);
    await disableClient(context, ending.clientId);
    expect([await isGood(ofBrief), await isGood(ofEnding)]).toEqual([false, false]);
    testApp.moveTime(20);
    await enableClient(context, brief.clientId);
    expect(await isGood(ofBrief)).toBe(false);
  });

  it('when the service revokes it, and the token of the customer stays', async () => {
    const subject = await customerToken();
    const token = await exchanged(subject);
    await revoke(app, token);
    expect(await isGood(token)).toBe(true);
    await revoke(service, token);
    expect([await isGood(token), await isGood(subject)]).toEqual([false, true]);
  });
});
