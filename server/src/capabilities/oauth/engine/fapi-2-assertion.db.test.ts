import {
  constants,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerTestApp, type ServerTestApp } from '../testing/server-test-app.suite.ts';
import { createTestClient, type Form, type TestClient } from '../testing/test-client.suite.ts';
import { obtainOwnToken, outcomeOf } from '../testing/test-tokens.suite.ts';

let app: ServerTestApp;
let client: TestClient;
let other: TestClient;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ed25519 = generateKeyPairSync('ed25519');
/** Responses of the key URLs. */
const keysAt = new Map<string, { keys: readonly unknown[]; headers?: Readonly<Record<string, string>> }>();
beforeAll(async () => {
  app = await createServerTestApp({
    fetchKeys: async (input) => {
      const found = keysAt.get(new Request(input).url);
      if (found === undefined) throw new Error('nothing else is fetched in this test');
      return Response.json({ keys: found.keys }, { headers: { ...found.headers } });
    },
  });
  client = await createTestClient(app);
  other = await createTestClient(app);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const nowSeconds = (): number => Math.floor(app.clock.now().epochMilliseconds / 1_000);
const withAssertion = (assertion: string, form: Form = {}): Promise<string> =>
  obtainOwnToken(client, { client_assertion: assertion, ...form }).then(outcomeOf);

/** Claims of a valid assertion. */
const goodClaims = (clientId: string): Readonly<Record<string, string | number>> => ({
  iss: clientId,
  sub: clientId,
  aud: client.issuer,
  jti: randomUUID(),
  iat: nowSeconds(),
  exp: nowSeconds() + 60,
});

const refused = '401 invalid_client';

describe('a client assertion', () => {
  it('5.3.2.1-6 private_key_jwt with a registered key is accepted', async () => {
    expect(await withAssertion(await client.assertion())).toBe('200');
  });

  it.each([
    ['PS256', rsa],
    ['EdDSA', ed25519],
  ] as const)('5.4.1-1 an assertion signed with %s is accepted', async (alg, { privateKey, publicKey }) => {
    const clientId = `signs-${alg.toLowerCase()}`;
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg, use: 'sig' };
    const signer = await createTestClient(app, {
      clientId,
      authentication: { method: 'private_key_jwt', keys: { by: 'value', keySet: { keys: [jwk] } } },
    });
    const assertion = await new SignJWT(goodClaims(clientId))
      .setProtectedHeader({ alg, kid: 'k' })
      .sign(privateKey);
    expect(outcomeOf(await obtainOwnToken(signer, { client_assertion: assertion }))).toBe('200');
  });

  it.each([
    ['a list with the issuer', (): readonly string[] => [client.issuer]],
    ['a list with the issuer and another', (): readonly string[] => [client.issuer, 'https://other.test']],
    ['the token endpoint', (): string => `${client.issuer}/token`],
    ['the issuer with a slash', (): string => `${client.issuer}/`],
    ['the issuer of another bank', (): string => 'https://bank.test/oauth/02'],
    ['the base address', (): string => 'https://bank.test'],
    ['nothing', (): undefined => undefined],
    ['an empty text', (): string => ''],
  ] as const)('5.3.2.1-8 an assertion with the audience %s is refused', async (_name, aud) => {
    expect(await withAssertion(await client.assertion({ aud: aud() }))).toBe(refused);
  });

  it('5.3.2.1-8 at the other endpoints the issuer is the only audience too', async () => {
    for (const path of ['/request', '/token/introspection', '/token/revocation', '/backchannel']) {
      const aud = `${client.issuer}${path}`;
      const answer = await client.post(path, { client_assertion: await client.assertion({ aud }) });
      expect(outcomeOf(answer)).toBe(refused);
    }
  });

  it.each([
    ['without exp', { exp: undefined }],
    ['with an exp that is text', { exp: '99999999999' }],
    ['without jti', { jti: undefined }],
    ['with an empty jti', { jti: '' }],
    ['with a jti that is a number', { jti: 7 }],
    ['without iss', { iss: undefined }],
    ['without sub', { sub: undefined }],
    ['of another iss', { iss: 'another-client' }],
    ['with an iat that is text', { iat: 'now' }],
    ['with an nbf that is text', { nbf: 'now' }],
  ])('5.3.2.1-6 an assertion %s is refused', async (_name, claims) => {
    expect(await withAssertion(await client.assertion(claims))).toBe(refused);
  });

  it.each([
    ['five minutes and the tolerance ahead', 310, '200'],
    ['a second more', 311, refused],
    ['a day ahead', 86_400, refused],
    ['nine seconds ago', -9, '200'],
    ['eleven seconds ago', -11, refused],
  ])('5.3.2.1-6 an assertion that expires %s gets the expected response', async (_name, ahead, answer) => {
    const assertion = await client.assertion({ iat: nowSeconds() - 60, exp: nowSeconds() + ahead });
    expect(await withAssertion(assertion)).toBe(answer);
  });

  it.each([
    ['iat', 10, '200'],
    ['iat', 61, refused],
    ['nbf', 10, '200'],
    ['nbf', 61, refused],
  ])(
    '5.3.2.1-13 an assertion with %s %i seconds ahead gets the expected response',
    async (claim, ahead, answer) => {
      expect(await withAssertion(await client.assertion({ [claim]: nowSeconds() + ahead }))).toBe(answer);
    },
  );

  it('5.3.2.1-6 an assertion is valid once, and its jti stays used', async () => {
    const jti = randomUUID();
    const assertion = await client.assertion({ jti });
    expect(await withAssertion(assertion)).toBe('200');
    expect(await withAssertion(assertion)).toBe(refused);
    expect(await withAssertion(await client.assertion({ jti }))).toBe(refused);
    // Another client may use the same jti.
    expect(outcomeOf(await obtainOwnToken(other, { client_assertion: await other.assertion({ jti }) }))).toBe(
      '200',
    );
  });

  it('5.3.2.1-6 of twenty concurrent requests with one assertion exactly one succeeds', async () => {
    const assertion = await client.assertion();
    const answers = await Promise.all(Array.from({ length: 20 }, () => withAssertion(assertion)));
    expect(answers.filter((word) => word === '200')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['200', refused]));
  });
});

describe('keys and algorithms', () => {
  it('5.4.1-1 none is refused', async () => {
    const unsigned = new UnsecuredJWT(goodClaims(client.clientId)).encode();
    expect(await withAssertion(unsigned)).toBe(refused);
    const [, payload] = unsigned.split('.');
    for (const alg of ['None', 'NONE', 'nOnE']) {
      const header = Buffer.from(JSON.stringify({ alg })).toString('base64url');
      expect(await withAssertion(`${header}.${payload}.`)).toBe(refused);
    }
  });

  it.each(['RS256', 'RS384', 'RS512', 'PS384', 'PS512'])(
    '5.4.1-1 an assertion signed with %s is refused',
    async (alg) => {
      const jwk = { ...(await exportJWK(rsa.publicKey)), kid: 'k', alg: 'PS256', use: 'sig' };
      const clientId = `signs-${alg.toLowerCase()}`;
      const signer = await createTestClient(app, {
        clientId,
        authentication: { method: 'private_key_jwt', keys: { by: 'value', keySet: { keys: [jwk] } } },
      });
      const assertion = await new SignJWT(goodClaims(clientId))
        .setProtectedHeader({ alg, kid: 'k' })
        .sign(rsa.privateKey);
      expect(outcomeOf(await obtainOwnToken(signer, { client_assertion: assertion }))).toBe(refused);
    },
  );

  it('5.4.1-1 HS256 with the public key as secret is refused', async () => {
    const { assertionJwk } = client;
    const publicKey = createPublicKey({ key: { ...assertionJwk }, format: 'jwk' });
    const secrets = [
      JSON.stringify(assertionJwk),
      publicKey.export({ format: 'pem', type: 'spki' }),
      publicKey.export({ format: 'der', type: 'spki' }),
      client.clientId,
      '',
    ];
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      for (const secret of secrets) {
        const header = { alg, kid: `${client.clientId}-1` };
        const signed = [header, goodClaims(client.clientId)]
          .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
          .join('.');
        const mac = createHmac(`sha${alg.slice(2)}`, secret)
          .update(signed)
          .digest('base64url');
        expect(await withAssertion(`${signed}.${mac}`)).toBe(refused);
      }
    }
  });

  it('5.4.3 an unknown kid is refused, and without kid the key is found by its type', async () => {
    expect(await withAssertion(await client.assertion({}, { kid: 'another' }))).toBe(refused);
    expect(await withAssertion(await client.assertion({}, { kid: `${other.clientId}-1` }))).toBe(refused);
    expect(await withAssertion(await client.assertion({}, { kid: undefined }))).toBe('200');
  });

  it('5.4.2-2 keys that an assertion contains or points to are never used', async () => {
    const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = await exportJWK(own.publicKey);
    // A fetch from there would throw and cause a 500: the server does not even request it.
    const pointers = [
      { jwk },
      { jku: 'https://evil.test/jwks' },
      { x5u: 'https://evil.test/certificate' },
      { x5c: [Buffer.from('certificate').toString('base64')] },
      { jwk, jku: 'https://evil.test/jwks', kid: 'own' },
    ];
    for (const pointer of pointers) {
      const header = { alg: 'ES256', kid: `${client.clientId}-1`, ...pointer };
      const forged = await new SignJWT(goodClaims(client.clientId))
        .setProtectedHeader(header)
        .sign(own.privateKey);
      expect(await withAssertion(forged)).toBe(refused);
    }
    // With the right signature the same headers do no harm.
    expect(await withAssertion(await client.assertion({}, { jku: 'https://evil.test/jwks' }))).toBe('200');
  });

  it('5.4.1-1 an unknown crit header is refused', async () => {
    const assertion = await client.assertion();
    const [, payload] = assertion.split('.');
    const header = { alg: 'ES256', kid: `${client.clientId}-1`, crit: ['portico'], portico: true };
    const signed = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}`;
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      client.keys.assertion,
      Buffer.from(signed),
    );
    expect(await withAssertion(`${signed}.${Buffer.from(signature).toString('base64url')}`)).toBe(refused);
  });

  it('5.3.2.1-6 the key of another client authenticates no client', async () => {
    const forged = await new SignJWT(goodClaims(client.clientId))
      .setProtectedHeader({ alg: 'ES256', kid: `${client.clientId}-1` })
      .sign(other.keys.assertion);
    expect(await withAssertion(forged)).toBe(refused);
    // A client's own valid assertion with another client's id.
    expect(await withAssertion(await other.assertion())).toBe('400 invalid_request');
    expect(await withAssertion(await other.assertion({ sub: client.clientId }))).toBe(refused);
    expect(await withAssertion(await other.assertion({ sub: client.clientId, iss: client.clientId }))).toBe(
      refused,
    );
  });

  it('5.3.2.1-6 a modified assertion is refused', async () => {
    const [header = '', payload = '', signature = ''] = (await client.assertion()).split('.');
    const changed = Buffer.from(
      JSON.stringify({ ...goodClaims(client.clientId), jti: randomUUID() }),
    ).toString('base64url');
    const texts = [
      `${header}.${changed}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
      `${header}.${payload}.${signature.slice(0, -4)}`,
    ];
    for (const text of texts) expect(await withAssertion(text)).toBe(refused);
    for (const text of [
      '',
      'x',
      'a.b',
      'a.b.c',
      `${header}.${payload}`,
      `${header}.${payload}.${signature}.x.y`,
    ])
      expect(await withAssertion(text)).toMatch(/^40[01] invalid_(?:client|request)$/);
  });

  it('5.3.2.1-6 another assertion type is refused', async () => {
    for (const type of ['urn:ietf:params:oauth:client-assertion-type:saml2-bearer', '', undefined]) {
      expect(await withAssertion(await client.assertion(), { client_assertion_type: type })).toBe(
        '400 invalid_request',
      );
    }
  });

  it('5.4.1-2 an RSA key of 1,024 bits cannot be registered', async () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 });
    const jwk = { ...(await exportJWK(weak.publicKey)), kid: 'k' };
    const authentication = {
      method: 'private_key_jwt',
      keys: { by: 'value', keySet: { keys: [jwk] } },
    } as const;
    await expect(createTestClient(app, { authentication })).rejects.toMatchObject({
      literal: 'client-invalid',
    });
  });
});

describe('keys at a URL', () => {
  const url = 'https://keys.app.test/jwks';
  const signedWith = async (
    by: TestClient,
    key: KeyObject | Uint8Array,
    header: { readonly alg: string; readonly kid?: string },
  ): Promise<string> => {
    const assertion = await new SignJWT(goodClaims(by.clientId)).setProtectedHeader(header).sign(key);
    return outcomeOf(await obtainOwnToken(by, { client_assertion: assertion }));
  };
  const fetching = (): Promise<TestClient> =>
    createTestClient(app, { authentication: { method: 'private_key_jwt', keys: { by: 'url', url } } });
  const newPair = (kid: string): { readonly privateKey: KeyObject; readonly jwk: object } => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' } };
  };

  it('5.4.2 a key at the registered URL is accepted, and refused a minute after its removal', async () => {
    const by = await fetching();
    const [old, next] = [newPair('old'), newPair('next')];
    // Whatever lifetime the response headers give.
    const headers = { 'cache-control': 'max-age=31536000', expires: 'Fri, 31 Dec 2100 00:00:00 GMT' };
    keysAt.set(url, { keys: [old.jwk], headers });
    expect(await signedWith(by, old.privateKey, { alg: 'ES256', kid: 'old' })).toBe('200');
    keysAt.set(url, { keys: [next.jwk], headers });
    app.moveTime(61);
    expect(await signedWith(by, next.privateKey, { alg: 'ES256', kid: 'next' })).toBe('200');
    expect(await signedWith(by, old.privateKey, { alg: 'ES256', kid: 'old' })).toBe(refused);
  });

  it('5.4.1-2 a weak key at the registered URL is refused', async () => {
    const by = await fetching();
    const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 });
    const good = newPair('good');
    keysAt.set(url, { keys: [{ ...weak.publicKey.export({ format: 'jwk' }), kid: 'weak' }, good.jwk] });
    const [header, payload] = [{ alg: 'PS256', kid: 'weak' }, goodClaims(by.clientId)].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const options = { key: weak.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
    const signature = sign('sha256', Buffer.from(`${header}.${payload}`), options).toString('base64url');
    const byWeak = await obtainOwnToken(by, { client_assertion: `${header}.${payload}.${signature}` });
    expect(outcomeOf(byWeak)).toBe(refused);
    expect(await signedWith(by, good.privateKey, { alg: 'ES256', kid: 'good' })).toBe('200');
  });

  it('5.4.1-1 a key set at the registered URL that contains a shared key is refused as a whole', async () => {
    const by = await fetching();
    const secret = Buffer.from('a secret of thirty-two characters');
    const good = newPair('good');
    keysAt.set(url, { keys: [{ kty: 'oct', k: secret.toString('base64url'), kid: 'shared' }, good.jwk] });
    expect(await signedWith(by, secret, { alg: 'HS256', kid: 'shared' })).toBe(refused);
    expect(await signedWith(by, good.privateKey, { alg: 'ES256', kid: 'good' })).toBe(refused);
  });

  it('5.4.2 a URL that does not respond, or not with keys, authenticates no client', async () => {
    const by = await fetching();
    const { privateKey } = newPair('k');
    keysAt.delete(url);
    expect(await signedWith(by, privateKey, { alg: 'ES256', kid: 'k' })).toBe(refused);
  });
});
