import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { authorizePath, obtainCode, pushRequest, redeem } from '../testing/test-browser.suite.ts';
import { createPkce, createTestClient, type TestClient } from '../testing/test-client.suite.ts';
import { anyCustomer, obtainTokens, outcomeOf, refresh, tokensIn } from '../testing/test-tokens.suite.ts';

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

const path = '/oauth/01/token';
const form = { grant_type: 'client_credentials' };
const nowSeconds = (): number => Math.floor(testApp.clock.now().epochMilliseconds / 1_000);
const withProof = (dpop: string | undefined, by: TestClient = client): Promise<string> =>
  by.post('/token', form, { dpop }).then(outcomeOf);
const refused = '400 invalid_dpop_proof';

describe('a proof of possession', () => {
  it('5.3.2.1-5 a token is bound to the proven key', async () => {
    const answer = await client.post('/token', form);
    expect(answer.status).toBe(200);
    expect(at(answer.body, 'token_type')).toBe('DPoP');
    expect(decodeJwt(tokensIn(answer).accessToken)['cnf']).toEqual({ jkt: client.thumbprint });
  });

  it.each(['PS256', 'EdDSA'] as const)('5.4.1-1 a proof signed with %s is accepted', async (alg) => {
    const { privateKey, publicKey } = await generateKeyPair(alg);
    const jwk = await exportJWK(publicKey);
    const proof = await new SignJWT({
      jti: randomUUID(),
      htm: 'POST',
      htu: `https://bank.test${path}`,
      iat: nowSeconds(),
    })
      .setProtectedHeader({ typ: 'dpop+jwt', alg, jwk })
      .sign(privateKey);
    const answer = await client.post('/token', form, { dpop: proof });
    expect(answer.status).toBe(200);
    expect(decodeJwt(tokensIn(answer).accessToken)['cnf']).toEqual({
      jkt: await calculateJwkThumbprint(jwk),
    });
  });

  it('5.3.2.1-4 without a proof no grant type issues a token', async () => {
    expect(await withProof(undefined)).toBe('400 invalid_grant');
    expect(await withProof('')).toBe('400 invalid_grant');
    const flow = await obtainCode(testApp, app);
    expect(outcomeOf(await redeem(app, flow, {}, { dpop: undefined }))).toBe('400 invalid_grant');
    const tokens = tokensIn(await redeem(app, flow));
    expect(outcomeOf(await refresh(app, tokens.refreshToken, {}, { dpop: undefined }))).toBe(
      '400 invalid_grant',
    );
    expect(outcomeOf(await refresh(app, tokens.refreshToken))).toBe('200');
  });

  it.each([
    ['another method', { htm: 'GET' }],
    ['a method in small letters', { htm: 'post' }],
    ['no method', { htm: undefined }],
    ['another endpoint', { htu: 'https://bank.test/oauth/01/request' }],
    ['the token endpoint of another bank', { htu: 'https://bank.test/oauth/02/token' }],
    ['another host', { htu: 'https://evil.test/oauth/01/token' }],
    ['http', { htu: 'http://bank.test/oauth/01/token' }],
    ['another port', { htu: 'https://bank.test:8443/oauth/01/token' }],
    ['a longer path', { htu: 'https://bank.test/oauth/01/token/x' }],
    ['a path only', { htu: '/oauth/01/token' }],
    ['no address', { htu: undefined }],
    ['a list of addresses', { htu: ['https://bank.test/oauth/01/token'] }],
    ['no jti', { jti: undefined }],
    ['an empty jti', { jti: '' }],
    ['a jti that is a number', { jti: 7 }],
    ['no iat', { iat: undefined }],
    ['an iat that is text', { iat: '1' }],
    ['a nonce that is a number', { nonce: 7 }],
  ])('5.3.2.1-5 a proof for %s is refused', async (_name, claims) => {
    expect(await withProof(await client.proof({ path, claims }))).toBe(refused);
  });

  it('5.3.2.1-5 query and fragment of the address are ignored', async () => {
    const htu = 'https://bank.test/oauth/01/token?x=1#y';
    expect(await withProof(await client.proof({ path, claims: { htu } }))).toBe('200');
  });

  it.each([
    ['iat', 10, '200'],
    ['iat', 11, refused],
    ['iat', 61, refused],
    ['iat', 299, refused],
    ['nbf', 61, refused],
    ['iat', -300, '200'],
    ['iat', -301, '400 use_dpop_nonce'],
    ['exp', -11, refused],
  ])(
    '5.3.2.1-13 a proof with %s %i seconds from now gets the expected response',
    async (claim, ahead, word) => {
      expect(await withProof(await client.proof({ path, claims: { [claim]: nowSeconds() + ahead } }))).toBe(
        word,
      );
    },
  );

  it('5.3.2.1-13 a nonce does not make a proof from the future valid', async () => {
    const nonce = String((await client.post('/token', form)).headers['dpop-nonce']);
    for (const [ahead, word] of [
      [10, '200'],
      [61, refused],
      [86_400, refused],
    ] as const) {
      const claims = { nonce, iat: nowSeconds() + ahead };
      expect(await withProof(await client.proof({ path, claims }))).toBe(word);
    }
  });

  it('5.3.2.1-10 a nonce is offered but not required, and helps a client whose clock is late', async () => {
    const first = await client.post('/token', form);
    const nonce = String(first.headers['dpop-nonce']);
    expect(first.status).toBe(200);
    expect(Buffer.from(nonce, 'base64url')).toHaveLength(32);
    const late = nowSeconds() - 600;
    const rejected = await client.post('/token', form, {
      dpop: await client.proof({ path, claims: { iat: late } }),
    });
    expect(outcomeOf(rejected)).toBe('400 use_dpop_nonce');
    expect(rejected.headers['dpop-nonce']).toBe(nonce);
    expect(await withProof(await client.proof({ path, claims: { iat: late, nonce } }))).toBe('200');
    expect(await withProof(await client.proof({ path, claims: { nonce: 'made-up' } }))).toBe(
      '400 use_dpop_nonce',
    );
  });

  it('5.3.2.1-10 the nonce of one bank is not valid in another', async () => {
    const elsewhere = await createTestClient(testApp, { bankId: '02' });
    const nonce = String((await client.post('/token', form)).headers['dpop-nonce']);
    const proof = await elsewhere.proof({ path: '/oauth/02/token', claims: { nonce } });
    expect(await withProof(proof, elsewhere)).toBe('400 use_dpop_nonce');
  });
});

describe('a proof', () => {
  it('5.3.2.1-5 a proof is valid once, also with a nonce', async () => {
    const proof = await client.proof({ path });
    expect(await withProof(proof)).toBe('200');
    expect(await withProof(proof)).toBe('400 invalid_grant');
    const nonce = String((await client.post('/token', form)).headers['dpop-nonce']);
    const withNonce = await client.proof({ path, claims: { nonce } });
    expect(await withProof(withNonce)).toBe('200');
    expect(await withProof(withNonce)).toBe('400 invalid_grant');
  });

  it('5.3.2.1-5 of twenty concurrent requests with one proof exactly one succeeds', async () => {
    const proof = await client.proof({ path });
    const answers = await Promise.all(Array.from({ length: 20 }, () => withProof(proof)));
    expect(answers.filter((word) => word === '200')).toHaveLength(1);
  });

  it.each(['RS256', 'PS384', 'ES384', 'HS256', 'none'])(
    '5.4.1-1 a proof signed with %s is refused',
    async (alg) => {
      expect(await withProof(await signedWith(alg))).toBe(refused);
    },
  );

  it('5.3.2.1-5 a proof with a private key, without key, or with another key is refused', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const secret = { ...pair.privateKey.export({ format: 'jwk' }) };
    const claims = { jti: randomUUID(), htm: 'POST', htu: `https://bank.test${path}`, iat: nowSeconds() };
    const leaking = await new SignJWT(claims)
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: secret })
      .sign(pair.privateKey);
    expect(await withProof(leaking)).toBe(refused);
    for (const header of [
      { jwk: undefined },
      { jwk: await exportJWK(pair.publicKey) },
      { jwk: { kty: 'oct', k: 'AAAA' } },
    ])
      expect(await withProof(await client.proof({ path, header }))).toBe(refused);
  });

  it('5.3.2.1-5 a proof of another type is refused', async () => {
    for (const typ of ['JWT', 'at+jwt', undefined, 'DPoP'])
      expect(await withProof(await client.proof({ path, header: { typ } }))).toBe(refused);
  });

  it('5.3.2.1-5 two proofs, or an unreadable one, are refused', async () => {
    const [one, two] = [await client.proof({ path }), await client.proof({ path })];
    for (const text of [`${one}, ${two}`, `${one} `.repeat(2), 'x', 'a.b.c', `${one}x`, one.slice(0, -8)])
      expect(await withProof(text)).toBe(refused);
  });
});

describe('a code and a key', () => {
  it('5.3.2.1-12 a code requested with dpop_jkt is redeemed with that key only', async () => {
    const otherClient = await createTestClient(testApp, { kind: 'customer-app' });
    const flow = await obtainCode(testApp, app, { form: { dpop_jkt: app.thumbprint } });
    const dpop = await otherClient.proof({ path });
    expect(outcomeOf(await redeem(app, flow, {}, { dpop }))).toBe('400 invalid_grant');
  });

  it('5.3.2.1-12 a code requested with a proof is redeemed with that key only', async () => {
    const otherClient = await createTestClient(testApp, { kind: 'customer-app' });
    const flow = await obtainCode(testApp, app);
    const dpop = await otherClient.proof({ path });
    expect(outcomeOf(await redeem(app, flow, {}, { dpop }))).toBe('400 invalid_grant');
    const good = await obtainCode(testApp, app);
    expect(outcomeOf(await redeem(app, good))).toBe('200');
  });

  it('5.3.2.1-12 a proof that contradicts dpop_jkt is refused', async () => {
    const otherClient = await createTestClient(testApp, { kind: 'customer-app' });
    const pushed = await pushRequest(app, createPkce(), { dpop_jkt: otherClient.thumbprint });
    expect(outcomeOf(pushed)).toBe('400 invalid_request');
    expect(authorizePath(app, pushed)).toContain('undefined');
  });

  it('5.3.2.1-5 a refresh token is bound to the client, and the new token to the key of its proof', async () => {
    // RFC 9449 5: refresh tokens of confidential clients are bound to the client's credentials, so keys can change.
    const tokens = await obtainTokens(testApp, app);
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwk = await exportJWK(publicKey);
    const dpop = await new SignJWT({
      jti: randomUUID(),
      htm: 'POST',
      htu: `https://bank.test${path}`,
      iat: nowSeconds(),
    })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
      .sign(privateKey);
    const answer = await refresh(app, tokens.refreshToken, {}, { dpop });
    expect(answer.status).toBe(200);
    expect(decodeJwt(tokensIn(answer).accessToken)['cnf']).toEqual({
      jkt: await calculateJwkThumbprint(jwk),
    });
  });
});

async function signedWith(alg: string): Promise<string> {
  const claims = { jti: randomUUID(), htm: 'POST', htu: `https://bank.test${path}`, iat: nowSeconds() };
  if (alg === 'none' || alg === 'HS256') {
    const header = {
      typ: 'dpop+jwt',
      alg,
      jwk: alg === 'none' ? client.proofJwk : { kty: 'oct', k: 'c2VjcmV0' },
    };
    const text = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${text}.${alg === 'none' ? '' : 'AAAA'}`;
  }
  const { privateKey, publicKey } = await generateKeyPair(alg);
  return new SignJWT(claims)
    .setProtectedHeader({ typ: 'dpop+jwt', alg, jwk: await exportJWK(publicKey) })
    .sign(privateKey);
}
