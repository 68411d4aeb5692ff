import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import {
  anybody,
  authorizePath,
  createTestBrowser,
  goThroughPages,
  locationOf,
  obtainCode,
  pushRequest,
  redeem,
} from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type TestClient } from '../testing/test-client.suite.ts';
import {
  anyCustomer,
  introspect,
  obtainTokens,
  outcomeOf,
  refresh,
  revoke,
  tokensIn,
} from '../testing/test-tokens.suite.ts';

const masterKey = randomBytes(32);

let first: ServerTestApp;
let second: ServerTestApp;
let atFirst: TestClient;
let atSecond: TestClient;
beforeAll(async () => {
  first = await createServerTestApp({ customers: anyCustomer, masterKey });
  second = await createServerTestApp({ customers: anyCustomer, masterKey, beside: first });
  atFirst = await createTestClient(first, { kind: 'customer-app' });
  atSecond = atFirst.by(second.call);
});
afterAll(async () => {
  await second[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
});

const signedIn = {
  accountId: anybody,
  assurance: 'sca',
  methods: ['pwd'],
  atSeconds: 1_794_736_800,
} as const;

describe('a second instance on the same database', () => {
  it('continues what the first has started, at every step', async () => {
    const pkce = createPkce();
    const pushed = await pushRequest(atFirst, pkce);
    const browser = createTestBrowser(second);
    const page = await browser.get(authorizePath(atSecond, pushed));
    // The sign-in finishes at the first instance, the consent at the second.
    const there = createTestBrowser(first, browser);
    const answer = await goThroughPages(first, there, { bankId: '01', first: page, signedIn });
    const code = locationOf(answer).searchParams.get('code') ?? '';
    const tokens = await redeem(atSecond, { code, pkce });
    expect(outcomeOf(tokens)).toBe('200');
    expect(await first.verifier.verify(tokensIn(tokens).accessToken)).toMatchObject({ kind: 'accepted' });
    expect(outcomeOf(await refresh(atFirst, tokensIn(tokens).refreshToken))).toBe('200');
  });

  it('knows the signed-in user', async () => {
    const { browser } = await obtainCode(first, atFirst);
    const silent = await pushRequest(atSecond, createPkce(), { prompt: 'none', scope: 'openid' });
    const answer = await createTestBrowser(second, browser).get(authorizePath(atSecond, silent));
    expect(locationOf(answer).searchParams.get('code')).not.toBeNull();
  });

  it('refuses what was consumed at the first', async () => {
    const flow = await obtainCode(first, atFirst);
    const assertion = await atFirst.assertion();
    const proof = await atFirst.proof({ path: '/oauth/01/token' });
    const form = { client_assertion: assertion };
    const tokens = await redeem(atFirst, flow, form, { dpop: proof });
    expect(outcomeOf(tokens)).toBe('200');
    const { refreshToken } = tokensIn(tokens);
    expect(outcomeOf(await refresh(atSecond, refreshToken, form))).toBe('401 invalid_client');
    expect(outcomeOf(await refresh(atSecond, refreshToken, {}, { dpop: proof }))).toBe('400 invalid_grant');
    expect(outcomeOf(await redeem(atSecond, flow))).toBe('400 invalid_grant');
    expect(outcomeOf(await refresh(atSecond, refreshToken))).toBe('400 invalid_grant');
  });

  it('of ten attempts at each, one in total succeeds', async () => {
    const flow = await obtainCode(first, atFirst);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => redeem(index % 2 === 0 ? atFirst : atSecond, flow)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    const { refreshToken } = await obtainTokens(first, atFirst);
    const refreshed = await Promise.all(
      Array.from({ length: 20 }, (_, index) => refresh(index % 2 === 0 ? atFirst : atSecond, refreshToken)),
    );
    expect(refreshed.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('refuses a token that was revoked at the first', async () => {
    const { accessToken } = await obtainTokens(first, atFirst);
    expect(await second.verifier.verify(accessToken)).toMatchObject({ kind: 'accepted' });
    await revoke(atFirst, accessToken);
    await second.revocations.refresh();
    expect(await second.verifier.verify(accessToken)).toMatchObject({ kind: 'refused' });
    expect((await introspect(atSecond, accessToken)).body).toEqual({ active: false });
  });

  it('publishes the same keys and accepts the same nonces', async () => {
    const [one, two] = await Promise.all(
      [first, second].map((app) => app.call({ method: 'GET', path: '/oauth/01/jwks' })),
    );
    expect(two?.body).toEqual(one?.body);
    const offered = await refresh(atFirst, 'none');
    const claims = { nonce: String(offered.headers['dpop-nonce']) };
    const dpop = await atSecond.proof({ path: '/oauth/01/token', claims });
    const { refreshToken } = await obtainTokens(first, atFirst);
    expect(outcomeOf(await refresh(atSecond, refreshToken, {}, { dpop }))).toBe('200');
  });
});

describe('an instance with another master key', () => {
  it('does not start, and names the key that it cannot decrypt', async () => {
    const [key] = listAt((await first.call({ method: 'GET', path: '/oauth/01/jwks' })).body, 'keys');
    expect(at(key, 'kid')).toBeDefined();
    await expect(createServerTestApp({ masterKey: randomBytes(32), beside: first })).rejects.toThrow(
      /^cannot decrypt signing key [\w-]{43} of bank \w+ with the configured master keys$/,
    );
  });

  it('that can decrypt signing keys only refuses everything encrypted, without details', async () => {
    await using otherInstance = await createServerTestApp({
      customers: anyCustomer,
      masterKey: randomBytes(32),
      signingMasterKey: masterKey,
      beside: first,
    });
    const there = atFirst.by(otherInstance.call);
    const flow = await obtainCode(first, atFirst);
    const { refreshToken } = await obtainTokens(first, atFirst);
    const pushed = await pushRequest(atFirst, createPkce());
    const answers: readonly TestServerResponse[] = [
      await redeem(there, flow),
      await refresh(there, refreshToken),
      await introspect(there, refreshToken),
      await createTestBrowser(otherInstance).get(authorizePath(there, pushed)),
    ];
    for (const { headers, status, text } of answers) {
      expect(status).toBe(500);
      expect(headers['location']).toBeUndefined();
      expect(text).toMatch(/server_error/);
      expect(text).not.toMatch(/seal|key|artefact|Error|at /);
    }
    expect(at(answers[0]?.body, 'error')).toBe('server_error');
    // Cookies of the others have another signature: the browser counts as not signed in.
    const silent = await pushRequest(there, createPkce(), { prompt: 'none', scope: 'openid' });
    const answer = await createTestBrowser(otherInstance, flow.browser).get(authorizePath(there, silent));
    expect(locationOf(answer).searchParams.get('error')).toBe('login_required');
    // And nothing was consumed: an instance that can decrypt it still accepts it.
    expect(outcomeOf(await redeem(atFirst, flow))).toBe('200');
    expect(outcomeOf(await refresh(atFirst, refreshToken))).toBe('200');
  });
});
