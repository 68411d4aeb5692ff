import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  authorizePath,
  createTestBrowser,
  locationOf,
  obtainCode,
  pushRequest,
  queryOf,
  redeem,
} from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type TestClient } from '../testing/test-client.suite.ts';
import {
  anyCustomer,
  introspect,
  obtainOwnToken,
  obtainTokens,
  outcomeOf,
  refresh,
  revoke,
  type TestTokens,
  tokensIn,
} from '../testing/test-tokens.suite.ts';

let testApp: ServerTestApp;
let client: TestClient;
let app: TestClient;
let other: TestClient;
let elsewhere: TestClient;
let resourceServer: TestClient;
let tokens: TestTokens;
beforeAll(async () => {
  testApp = await createServerTestApp({ customers: anyCustomer });
  client = await createTestClient(testApp);
  app = await createTestClient(testApp, {
    kind: 'customer-app',
    scopes: ['openid', 'offline_access', 'mailbox'],
  });
  other = await createTestClient(testApp, { kind: 'customer-app' });
  elsewhere = await createTestClient(testApp, { bankId: '02', clientId: client.clientId });
  resourceServer = await createTestClient(testApp, { introspects: 'all-tokens' });
  tokens = await obtainTokens(testApp, app, { form: { scope: 'openid offline_access mailbox' } });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});

const nowSeconds = (): number => Math.floor(testApp.clock.now().epochMilliseconds / 1_000);
const isGood = async (token: string): Promise<boolean> =>
  (await testApp.verifier.verify(token)).kind === 'accepted';
const ownToken = async (by: TestClient): Promise<string> => tokensIn(await obtainOwnToken(by)).accessToken;

describe('an access token', () => {
  it('RFC 9068 2 an access token has the type and all claims, and is valid for five minutes', async () => {
    expect(decodeProtectedHeader(tokens.accessToken)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(decodeJwt(tokens.accessToken)).toEqual({
      iss: app.issuer,
      aud: 'https://bank.test',
      sub: 'usr_test',
      client_id: app.clientId,
      scope: 'mailbox',
      jti: expect.stringMatching(/^[\w-]{43}$/),
      iat: nowSeconds(),
      exp: nowSeconds() + 300,
      auth_time: nowSeconds(),
      acr: 'sca',
      amr: ['pwd', 'otp'],
      cnf: { jkt: app.thumbprint },
      'bank-id': ['01'],
      'grant-id': expect.stringMatching(/^[\w-]{22}$/),
      'customer-number': '1000000048',
    });
    const answer = await obtainOwnToken(client, { scope: 'party.read' });
    expect(at(answer.body, 'expires_in')).toBe(300);
    expect(decodeJwt(tokensIn(answer).accessToken)).toEqual({
      iss: client.issuer,
      aud: 'https://bank.test',
      sub: client.clientId,
      client_id: client.clientId,
      scope: 'party.read',
      jti: expect.stringMatching(/^[\w-]{43}$/),
      iat: nowSeconds(),
      exp: nowSeconds() + 300,
      cnf: { jkt: client.thumbprint },
      'bank-id': ['01'],
    });
  });

  it('SPEC 1.11 an access token states that its client is strict, also with a signed-in user', async () => {
    const strict = { idempotency: 'strict' } as const;
    const backend = await createTestClient(testApp, strict);
    expect(decodeJwt(await ownToken(backend))).toMatchObject(strict);
    const strictApp = await createTestClient(testApp, {
      kind: 'customer-app',
      scopes: ['openid', 'mailbox'],
      ...strict,
    });
    const { accessToken } = await obtainTokens(testApp, strictApp, { form: { scope: 'openid mailbox' } });
    expect(decodeJwt(accessToken)).toMatchObject({ sub: 'usr_test', ...strict });
    expect(await testApp.verifier.verify(accessToken)).toMatchObject({ facts: strict });
  });

  it('5.4.1-4 every credential has at least 128 random bits', async () => {
    const pushed = await pushRequest(app, createPkce());
    const flow = await obtainCode(testApp, app);
    const first = await createTestBrowser(testApp).get(authorizePath(app, pushed));
    const names = [
      flow.code,
      tokens.refreshToken,
      String(decodeJwt(tokens.accessToken).jti),
      String(at(pushed.body, 'request_uri')).split(':').at(-1) ?? '',
      locationOf(first).pathname.split('/').at(-1) ?? '',
      ...[...flow.browser.cookies].filter(([name]) => name.endsWith('-session')).map(([, value]) => value),
    ];
    expect(names).toHaveLength(6);
    // 43 characters of an alphabet of 64 are 258 bits.
    for (const name of names) expect(name).toMatch(/^[\w-]{43}$/);
    const many = await Promise.all(Array.from({ length: 200 }, () => pushRequest(app, createPkce())));
    expect(new Set(many.map(({ body }) => at(body, 'request_uri'))).size).toBe(200);
  });

  it('5.4.1-4 the grant id in a token identifies the grant and is no credential', async () => {
    const grantId = String(decodeJwt(tokens.accessToken)['grant-id']);
    for (const kind of ['refresh_token', 'code'] as const) {
      const form = kind === 'code' ? { grant_type: 'authorization_code' } : { grant_type: 'refresh_token' };
      const answer = await app.post('/token', {
        ...form,
        [kind]: grantId,
        redirect_uri: 'https://app.test/callback',
      });
      expect(outcomeOf(answer)).toBe('400 invalid_grant');
    }
  });
});

describe('tokens of one kind in place of another', () => {
  it('RFC 8725 3.12 ID tokens and access tokens are signed with different keys, and both are published', async () => {
    const [forAccess, forIdentity] = [tokens.accessToken, tokens.idToken].map(
      (token) => decodeProtectedHeader(token).kid,
    );
    expect(forAccess).not.toBe(forIdentity);
    const { body } = await testApp.call({ method: 'GET', path: '/oauth/01/jwks' });
    expect(listAt(body, 'keys').map((key) => at(key, 'kid'))).toEqual(
      expect.arrayContaining([forAccess, forIdentity]),
    );
  });

  it('RFC 8725 3.11 an ID token, a refresh token, a code or an assertion is not accepted as access token', async () => {
    const { code } = await obtainCode(testApp, app);
    const proof = await app.proof({ path: '/oauth/01/token' });
    for (const text of [tokens.idToken, tokens.refreshToken, code, await app.assertion(), proof, '', 'x'])
      expect(await isGood(text)).toBe(false);
    expect(await isGood(tokens.accessToken)).toBe(true);
  });

  it('RFC 8725 3.12 a token of another bank is not accepted', async () => {
    const token = await ownToken(elsewhere);
    expect(await testApp.verifier.verify(token)).toMatchObject({ facts: { banks: ['02'] } });
    // The same claims with the other bank's issuer need the other bank's key.
    const [header = '', , signature = ''] = token.split('.');
    const moved = { ...decodeJwt(token), iss: client.issuer, 'bank-id': ['01'] };
    const forged = `${header}.${Buffer.from(JSON.stringify(moved)).toString('base64url')}.${signature}`;
    expect(await isGood(forged)).toBe(false);
    const signedByClient = await new SignJWT({ ...decodeJwt(token) })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: `${client.clientId}-1` })
      .sign(client.keys.assertion);
    expect(await isGood(signedByClient)).toBe(false);
  });

  it('RFC 8725 3.11 an access token or a refresh token is not accepted as assertion, proof or hint', async () => {
    for (const token of [tokens.accessToken, tokens.idToken]) {
      expect(
        outcomeOf(await app.post('/token', { grant_type: 'refresh_token', client_assertion: token })),
      ).toMatch(/^40[01] invalid_/);
      expect(outcomeOf(await refresh(app, tokens.refreshToken, {}, { dpop: token }))).toBe(
        '400 invalid_dpop_proof',
      );
      expect(outcomeOf(await refresh(app, token))).toBe('400 invalid_grant');
    }
    const hint = await createTestBrowser(testApp).get(
      `/oauth/01/session/end?${queryOf({ id_token_hint: tokens.accessToken })}`,
    );
    expect(hint.status).toBe(400);
    expect(outcomeOf(await pushRequest(app, createPkce(), { id_token_hint: tokens.accessToken }))).toBe(
      '400 invalid_request',
    );
  });
});

describe('introspection', () => {
  it('RFC 7662 2.2 a client can introspect its own tokens', async () => {
    const token = await ownToken(client);
    const answer = await introspect(client, token);
    expect(answer.body).toEqual({ ...decodeJwt(token), active: true, token_type: 'DPoP' });
    expect((await introspect(app, tokens.accessToken)).body).toMatchObject({
      active: true,
      sub: 'usr_test',
      cnf: { jkt: app.thumbprint },
    });
    expect((await introspect(app, tokens.refreshToken)).body).toMatchObject({
      active: true,
      client_id: app.clientId,
    });
  });

  it('RFC 7662 2.2 a resource server can introspect the tokens of its own bank only', async () => {
    expect((await introspect(resourceServer, tokens.accessToken)).body).toMatchObject({ active: true });
    expect((await introspect(resourceServer, await ownToken(client))).body).toMatchObject({ active: true });
    expect((await introspect(resourceServer, await ownToken(elsewhere))).body).toEqual({ active: false });
  });

  it('RFC 7662 2.2 for any other token a client gets only that it is not active', async () => {
    const { code } = await obtainCode(testApp, app);
    const texts = [
      await ownToken(client),
      tokens.accessToken,
      tokens.refreshToken,
      tokens.idToken,
      code,
      'x',
      'a.b.c',
      `${tokens.accessToken.slice(0, -4)}AAAA`,
      await other.assertion(),
    ];
    for (const text of texts) {
      for (const hint of [undefined, 'access_token', 'refresh_token', 'nonsense']) {
        const answer = await introspect(other, text, { token_type_hint: hint });
        expect([answer.status, answer.body]).toEqual([200, { active: false }]);
      }
    }
    // A client with the same id at another bank is another client.
    expect((await introspect(elsewhere, await ownToken(client))).body).toEqual({ active: false });
    expect(outcomeOf(await introspect(other, ''))).toBe('400 invalid_request');
  });

  it('RFC 7662 2.2 a used refresh token, an expired token and a revoked one are not active', async () => {
    const first = await obtainTokens(testApp, app);
    await refresh(app, first.refreshToken);
    expect((await introspect(app, first.refreshToken)).body).toEqual({ active: false });
    const old = await ownToken(client);
    testApp.moveTime(311);
    expect((await introspect(client, old)).body).toEqual({ active: false });
    const taken = await ownToken(client);
    await revoke(client, taken);
    await testApp.revocations.refresh();
    expect((await introspect(client, taken)).body).toEqual({ active: false });
  });
});

describe('revocation', () => {
  it('RFC 7009 2.1 a client revokes its own access token', async () => {
    const token = await ownToken(client);
    const beside = await ownToken(client);
    expect(outcomeOf(await revoke(client, token))).toBe('200');
    await testApp.revocations.refresh();
    expect([await isGood(token), await isGood(beside)]).toEqual([false, true]);
    expect(outcomeOf(await revoke(client, token))).toBe('200');
  });

  it('RFC 7009 2.1 an access token of a customer is revoked alone, a refresh token with its grant', async () => {
    const first = await obtainTokens(testApp, app);
    expect(outcomeOf(await revoke(app, first.accessToken))).toBe('200');
    await testApp.revocations.refresh();
    expect(await isGood(first.accessToken)).toBe(false);
    const second = tokensIn(await refresh(app, first.refreshToken));
    expect(await isGood(second.accessToken)).toBe(true);
    expect(outcomeOf(await revoke(app, second.refreshToken))).toBe('200');
    await testApp.revocations.refresh();
    expect(await isGood(second.accessToken)).toBe(false);
    expect(outcomeOf(await refresh(app, second.refreshToken))).toBe('400 invalid_grant');
  });

  it('RFC 7009 2.1 tokens of other clients stay valid, and the response does not reveal them', async () => {
    const own = await obtainTokens(testApp, app);
    const texts = [own.accessToken, own.refreshToken, own.idToken, await ownToken(client), 'x', 'a.b.c'];
    for (const text of texts) {
      for (const by of [other, resourceServer, elsewhere]) {
        const answer = await revoke(by, text);
        expect([answer.status, answer.text]).toEqual([200, '']);
      }
    }
    await testApp.revocations.refresh();
    expect(await isGood(own.accessToken)).toBe(true);
    expect(await isGood(String(texts[3]))).toBe(true);
    expect(outcomeOf(await refresh(app, own.refreshToken))).toBe('200');
  });
});

describe('a code', () => {
  it('RFC 8725 3.11 a code is not accepted as refresh token, and a refresh token not as code', async () => {
    const flow = await obtainCode(testApp, app);
    expect(outcomeOf(await refresh(app, flow.code))).toBe('400 invalid_grant');
    const { refreshToken } = tokensIn(await redeem(app, flow));
    expect(outcomeOf(await redeem(app, { code: refreshToken, pkce: flow.pkce }))).toBe('400 invalid_grant');
    expect(outcomeOf(await refresh(app, refreshToken))).toBe('200');
  });

  it('RFC 6749 5.2 credentials of another client get the same response as invented ones', async () => {
    const flow = await obtainCode(testApp, app);
    const foreign = await redeem(other, flow);
    const unknown = await redeem(other, { ...flow, code: 'a'.repeat(43) });
    expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
    const { refreshToken } = tokensIn(await redeem(app, flow));
    const [theirs, unknownResponse] = [
      await refresh(other, refreshToken),
      await refresh(other, 'a'.repeat(43)),
    ];
    expect([theirs.status, theirs.text]).toEqual([unknownResponse.status, unknownResponse.text]);
    await refresh(app, refreshToken);
    // Whether it was used must not show either.
    expect((await refresh(other, refreshToken)).text).toBe(unknownResponse.text);
  });
});
