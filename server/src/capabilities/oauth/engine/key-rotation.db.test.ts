import { calculateJwkThumbprint, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJwtVerifier } from '#platform/auth/jwt-verifier.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { SigningKey } from '../domain/signing-key.ts';
import { purgeExpired } from '../operations/purge-expired.ts';
import { rotateSigningKeys } from '../operations/rotate-signing-keys.ts';
import { createServerTestApp, type ServerTestApp, testBanks } from '../testing/server-test-app.suite.ts';
import { obtainCode, pushRequest, redeem } from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type TestClient } from '../testing/test-client.suite.ts';
import { anyCustomer, obtainOwnToken, outcomeOf, refresh, tokensIn } from '../testing/test-tokens.suite.ts';
import { ownIssuers } from './server-tokens.ts';

let testApp: ServerTestApp;
let client: TestClient;
let app: TestClient;
beforeAll(async () => {
  testApp = await createServerTestApp({ customers: anyCustomer });
  client = await createTestClient(testApp);
  app = await createTestClient(testApp, { kind: 'customer-app' });
});
afterAll(async () => {
  await testApp[Symbol.asyncDispose]();
});

const pace = { announceSeconds: 60, overlapSeconds: 360 };
const rotate = (tokenClass: 'access-token' | 'id-token'): Promise<SigningKey> =>
  rotateSigningKeys(
    { ...testApp.contextFor('01'), signingKeyVault: testApp.signingKeyVault },
    { tokenClass, pace },
  );
const published = async (): Promise<readonly unknown[]> =>
  listAt((await testApp.call({ method: 'GET', path: '/oauth/01/jwks' })).body, 'keys').map((key) =>
    at(key, 'kid'),
  );
const ownToken = async (): Promise<string> => tokensIn(await obtainOwnToken(client)).accessToken;
const keyOf = (token: string): unknown => decodeProtectedHeader(token).kid;

/** Verifies with an empty cache, so with the keys as they are now. */
const isGoodToNewcomer = async (token: string): Promise<boolean> => {
  const { clock, database, revocations } = testApp;
  const issuers = ownIssuers({
    database: database.app,
    clock,
    baseUrl: 'https://bank.test',
    banks: testBanks,
    signingKeyVault: testApp.signingKeyVault,
  });
  const { kind } = await createJwtVerifier({ clock, revocations, issuers }).verify(token);
  return kind === 'accepted';
};

describe('a rotation', () => {
  beforeEach(async () => {
    testApp.moveTime(86_400);
    await purgeExpired(testApp.contextFor('01'));
    await testApp.server.refresh();
  });

  it('starts with one key for each class', async () => {
    expect(await published()).toHaveLength(2);
  });

  it('is announced, then signs, and the old key ends when its last token has expired', async () => {
    const before = await ownToken();
    const next = await rotate('access-token');
    await testApp.server.refresh();
    expect(await published()).toHaveLength(3);
    expect(await published()).toContain(next.keyId);
    // Announced only: the old key signs until all clients could fetch the new one.
    expect(keyOf(await ownToken())).toBe(keyOf(before));
    testApp.moveTime(59);
    await testApp.server.refresh();
    const last = await ownToken();
    expect(keyOf(last)).toBe(keyOf(before));
    testApp.moveTime(1);
    await testApp.server.refresh();
    const first = await ownToken();
    expect(keyOf(first)).toBe(next.keyId);
    for (const token of [before, last, first]) expect(await isGoodToNewcomer(token)).toBe(true);
    testApp.moveTime(298);
    await testApp.server.refresh();
    expect(await published()).toHaveLength(3);
    expect(await isGoodToNewcomer(last)).toBe(true);
    testApp.moveTime(62);
    await testApp.server.refresh();
    expect(await published()).toHaveLength(2);
    expect(await published()).not.toContain(keyOf(before));
    expect(await isGoodToNewcomer(last)).toBe(false);
    expect(await isGoodToNewcomer(await ownToken())).toBe(true);
  });

  it('without overlap ends tokens of the old key early', async () => {
    const stolen = await ownToken();
    await rotateSigningKeys(
      { ...testApp.contextFor('01'), signingKeyVault: testApp.signingKeyVault },
      { tokenClass: 'access-token', pace: { announceSeconds: 0, overlapSeconds: 1 } },
    );
    testApp.moveTime(2);
    await testApp.server.refresh();
    expect(await isGoodToNewcomer(stolen)).toBe(false);
    expect(await isGoodToNewcomer(await ownToken())).toBe(true);
  });

  it('of one class does not affect the other', async () => {
    const flow = await obtainCode(testApp, app);
    const old = tokensIn(await redeem(app, flow));
    const next = await rotate('id-token');
    testApp.moveTime(60);
    await testApp.server.refresh();
    const { accessToken, idToken } = tokensIn(await refresh(app, old.refreshToken));
    expect(keyOf(idToken)).toBe(next.keyId);
    expect(keyOf(accessToken)).toBe(keyOf(old.accessToken));
    // An old ID token is still accepted as hint.
    expect(outcomeOf(await pushRequest(app, createPkce(), { id_token_hint: old.idToken }))).toBe('201');
  });

  it('does not disturb running sign-ins', async () => {
    const flow = await obtainCode(testApp, app);
    await rotate('access-token');
    await rotate('id-token');
    await testApp.server.refresh();
    const tokens = await redeem(app, flow);
    expect(outcomeOf(tokens)).toBe('200');
    testApp.moveTime(60);
    await testApp.server.refresh();
    expect(outcomeOf(await refresh(app, tokensIn(tokens).refreshToken))).toBe('200');
  });

  it('of two at once, one wins and the other is refused (rotation-under-way)', async () => {
    const outcomes = await rotatedTogether(3);
    expect(outcomes.map(tokenFor).toSorted()).toEqual([
      'rotated',
      'rotation-under-way',
      'rotation-under-way',
    ]);
    await testApp.server.refresh();
    expect(await published()).toHaveLength(3);
  });

  it('reaches another instance at its next refresh', async () => {
    const next = await rotate('access-token');
    expect(await published()).not.toContain(next.keyId);
    await testApp.server.refresh();
    expect(await published()).toContain(next.keyId);
  });
});

it('a key that was written into the table manually is not accepted, nor its signatures', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig' };
  const kid = await calculateJwkThumbprint(jwk);
  await testApp.database.query(
    `insert into oauth.signing_key
     select bank_id, $1, token_class, algorithm, $2, sealed_private_key, created_at, signs_from, now() + interval '1 year'
       from oauth.signing_key where bank_id = '02' and token_class = 'access-token' limit 1`,
    [kid, JSON.stringify({ ...jwk, kid })],
  );
  const nowSeconds = Math.floor(testApp.clock.now().epochMilliseconds / 1_000);
  const forged = await new SignJWT({
    client_id: 'thief',
    'bank-id': ['02'],
    scope: 'party.read',
    jti: 'forged',
    cnf: { jkt: kid },
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .setIssuer('https://bank.test/oauth/02')
    .setAudience('https://bank.test')
    .setSubject('thief')
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + 300)
    .sign(privateKey);
  expect(await isGoodToNewcomer(forged)).toBe(false);
  await expect(testApp.server.refresh()).rejects.toThrow('cannot decrypt signing key');
  await testApp.database.query('delete from oauth.signing_key where key_id = $1', [kid]);
});

function tokenFor(outcome: PromiseSettledResult<SigningKey>): string {
  if (outcome.status === 'fulfilled') return 'rotated';
  return outcome.reason instanceof Problem ? outcome.reason.literal : String(outcome.reason);
}

/** Makes all of them read before any of them writes. */
async function rotatedTogether(count: number): Promise<readonly PromiseSettledResult<SigningKey>[]> {
  const holder = new pg.Client({ connectionString: testApp.database.ownerUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table oauth.signing_key in share row exclusive mode');
    const rotations = Promise.allSettled(Array.from({ length: count }, () => rotate('access-token')));
    const waiting =
      "select count(*)::int as count from pg_locks where not granted and relation = 'oauth.signing_key'::regclass";
    let found = 0;
    while (found < count) {
      await holder.query('select pg_sleep(0.005)');
      const { rows } = await holder.query<{ count: number }>(waiting);
      found = rows[0]?.count ?? 0;
    }
    await holder.query('commit');
    return await rotations;
  } finally {
    await holder.end();
  }
}
