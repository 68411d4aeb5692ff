import { createHash, createHmac, createPublicKey } from 'node:crypto';
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { type MovableClock, movableClock } from '#platform/testing/movable-clock.ts';
import { createJwtVerifier } from './jwt-verifier.ts';
import { createKeySet } from './key-set.ts';
import type { TokenFacts, TokenVerifier } from './token-verifier.ts';

const issuer = 'https://issuer.test';
const audience = 'https://portico.test';
const startAt = '2026-11-15T10:00:00Z';
const startSeconds = Date.parse(startAt) / 1_000;

let ours: { privateKey: CryptoKey; publicKey: CryptoKey };
let stranger: { privateKey: CryptoKey; publicKey: CryptoKey };
let keySet: string;
beforeAll(async () => {
  ours = await generateKeyPair('ES256', { extractable: true });
  stranger = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(ours.publicKey);
  keySet = JSON.stringify({ keys: [{ ...jwk, kid: 'one', alg: 'ES256', use: 'sig' }] });
});

const claims = {
  iss: issuer,
  aud: audience,
  sub: 'app-1',
  client_id: 'app-1',
  jti: 't-1',
  iat: startSeconds,
  exp: startSeconds + 300,
  scope: 'a b',
  'bank-id': ['01'],
};
const header: JWTHeaderParameters = { alg: 'ES256', typ: 'at+jwt', kid: 'one' };
type Claims = Readonly<Record<string, unknown>>;

/** Claims replaced by undefined are left out. */
function sign(
  changed: Claims = {},
  changedHeader: Claims = {},
  key: CryptoKey = ours.privateKey,
): Promise<string> {
  return new SignJWT({ ...claims, ...changed }).setProtectedHeader({ ...header, ...changedHeader }).sign(key);
}

function verifier(clock: MovableClock = movableClock(startAt)): TokenVerifier {
  const keys = createKeySet({ load: async () => keySet, nowMs: () => 0 });
  return createJwtVerifier({ clock, issuers: [{ issuer, audience, keys }] });
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token', () => {
  test('of a known issuer for us says who, where and what for', async () => {
    expect(await verifier().verify(await sign())).toEqual({
      clientId: 'app-1',
      subject: 'app-1',
      banks: ['01'],
      scopes: new Set(['a', 'b']),
      employee: undefined,
      customer: undefined,
      certificateFingerprint256: undefined,
    } satisfies TokenFacts);
  });

  test.each<[string, Claims, Claims?]>([
    ['for somebody else', { aud: 'https://other.test' }],
    ['for nobody', { aud: undefined }],
    ['of another issuer', { iss: 'https://evil.test' }],
    ['of no issuer', { iss: undefined }],
    ['whose issuer only begins like ours', { iss: `${issuer}.evil.test` }],
    ['of another class', {}, { typ: 'JWT' }],
    ['that is an ID token', {}, { typ: 'id+jwt' }],
    ['without a class', {}, { typ: undefined }],
    ['that has expired', { exp: startSeconds - 11 }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: startSeconds + 11 }],
    ['without a time of issue', { iat: undefined }],
    ['without a subject', { sub: undefined }],
    ['without a client', { client_id: undefined }],
    ['with a client that is no text', { client_id: { x: 1 } }],
    ['without an id', { jti: undefined }],
    ['without a bank', { 'bank-id': undefined }],
    ['with no bank in its list', { 'bank-id': [] }],
    ['with an empty bank', { 'bank-id': '' }],
    ['with an empty bank in its list', { 'bank-id': [''] }],
    ['with banks that are no texts', { 'bank-id': [1, null] }],
    ['bound to a proof we do not check', { cnf: { jkt: 'abc' } }],
    ['bound in a way that makes no sense', { cnf: { 'x5t#S256': 7 } }],
    ['bound to nothing', { cnf: {} }],
    ['bound in text', { cnf: 'abc' }],
    ['with a key we do not know', {}, { kid: 'two' }],
    ['with extensions we must understand', {}, { crit: ['x'], x: 1 }],
  ])('%s is worth nothing', async (_what, changed, changedHeader) => {
    const signing = sign(changed, changedHeader);
    // Some of these the library refuses to make at all.
    const token = await signing.catch(() => `${part({ ...header, ...changedHeader })}.${part(claims)}.AAAA`);
    expect(await verifier().verify(token)).toBeUndefined();
  });

  test('is good a few seconds past its end, for clocks differ, and no longer', async () => {
    const clock = movableClock(startAt);
    const token = await sign();
    clock.advance({ seconds: 309 });
    expect(await verifier(clock).verify(token)).toBeDefined();
    clock.advance({ seconds: 2 });
    expect(await verifier(clock).verify(token)).toBeUndefined();
  });

  test('that was good before is refused once it has expired, though it is remembered', async () => {
    const clock = movableClock(startAt);
    const verifying = verifier(clock);
    const token = await sign();
    expect(await verifying.verify(token)).toBeDefined();
    clock.advance({ seconds: 299 });
    expect(await verifying.verify(token)).toBeDefined();
    clock.advance({ hours: 1 });
    expect(await verifying.verify(token)).toBeUndefined();
  });
});

describe('a forged token', () => {
  test('signed by a stranger is worth nothing', async () => {
    expect(await verifier().verify(await sign({}, {}, stranger.privateKey))).toBeUndefined();
  });

  test.each(['none', 'None', 'NONE', ''])('with algorithm "%s" is worth nothing', async (alg) => {
    for (const signature of ['', 'AAAA']) {
      const token = `${part({ ...header, alg })}.${part(claims)}.${signature}`;
      expect(await verifier().verify(token)).toBeUndefined();
    }
  });

  test('that takes our public key for a shared secret is worth nothing', async () => {
    const spki = await exportSPKI(ours.publicKey);
    const jwk = JSON.stringify(await exportJWK(ours.publicKey));
    const der = createPublicKey(spki).export({ type: 'spki', format: 'der' });
    for (const secret of [spki, spki.trim(), jwk, der]) {
      const signed = `${part({ ...header, alg: 'HS256' })}.${part(claims)}`;
      const signature = createHmac('sha256', secret).update(signed).digest('base64url');
      expect(await verifier().verify(`${signed}.${signature}`)).toBeUndefined();
    }
  });

  test('that brings its own key is worth nothing', async () => {
    const jwk = await exportJWK(stranger.publicKey);
    const brought = { jwk, jku: 'https://evil.test/keys', x5u: 'https://evil.test/chain' };
    expect(await verifier().verify(await sign({}, brought, stranger.privateKey))).toBeUndefined();
    expect(
      await verifier().verify(await sign({}, { ...brought, kid: undefined }, stranger.privateKey)),
    ).toBeUndefined();
  });

  test('whose claims were changed after signing is worth nothing', async () => {
    const [head = '', , signature = ''] = (await sign()).split('.');
    const token = `${head}.${part({ ...claims, scope: 'a b admin' })}.${signature}`;
    expect(await verifier().verify(token)).toBeUndefined();
  });

  test('that differs in one letter from a remembered one is worth nothing', async () => {
    const verifying = verifier();
    const token = await sign();
    expect(await verifying.verify(token)).toBeDefined();
    const flipped = `${token.slice(0, -3)}${token.at(-3) === 'A' ? 'B' : 'A'}${token.slice(-2)}`;
    expect(await verifying.verify(flipped)).toBeUndefined();
  });

  test.each(['', '.', '..', 'a.b.c', 'x'.repeat(9_000), '\0', 'eyJ.eyJ.x'])(
    'that is no token at all (%s) is worth nothing and breaks nothing',
    async (token) => {
      expect(await verifier().verify(token)).toBeUndefined();
    },
  );

  test('longer than any good one is not even looked at', async () => {
    const token = await sign({ padding: 'x'.repeat(8_000) });
    expect(await verifier().verify(token)).toBeUndefined();
  });
});

describe('what a token says of a person', () => {
  test('an employee has roles and is never a customer', async () => {
    const token = await sign({
      sub: 'person-1',
      'employee-id': 'e-1',
      unit: 'u-1',
      roles: ['maintenance', 7],
      acr: 'sca',
      'customer-number': '1',
    });
    expect(await verifier().verify(token)).toMatchObject({
      employee: { id: 'e-1', unit: 'u-1', roles: new Set(['maintenance']) },
      customer: undefined,
    });
  });

  test.each([
    ['sca', 'sca'],
    ['sca-linked', 'sca-linked'],
    ['1fa', '1fa'],
    ['SCA', '1fa'],
    ['urn:strong', '1fa'],
    [undefined, '1fa'],
    [['sca'], '1fa'],
  ])('a customer with acr %j counts as %s', async (acr, assurance) => {
    const token = await sign({ sub: 'usr_1', acr, auth_time: startSeconds });
    expect(await verifier().verify(token)).toMatchObject({ customer: { assurance } });
  });

  test.each([undefined, 'yesterday', Number.NaN, -1e300, 1e300, 1.0005, null])(
    'a sign-in at %s that makes no sense is as old as can be, or at least harmless',
    async (authTime) => {
      const token = await sign({ sub: 'usr_1', acr: 'sca', auth_time: authTime });
      const facts = await verifier().verify(token);
      expect(facts?.customer?.authenticatedAt.epochMilliseconds).toBeLessThan(10_000);
    },
  );

  test('the thumbprint of a bound token is told in hex', async () => {
    const thumbprint = createHash('sha256').update('x').digest();
    const token = await sign({ cnf: { 'x5t#S256': thumbprint.toString('base64url') } });
    expect((await verifier().verify(token))?.certificateFingerprint256).toBe(thumbprint.toString('hex'));
  });
});

describe('several issuers', () => {
  test('are each believed only for what they signed themselves', async () => {
    const second = await generateKeyPair('ES256', { extractable: true });
    const secondJwk = await exportJWK(second.publicKey);
    const secondSet = JSON.stringify({ keys: [{ ...secondJwk, kid: 'one', alg: 'ES256' }] });
    const both = createJwtVerifier({
      clock: movableClock(startAt),
      issuers: [
        { issuer, audience, keys: createKeySet({ load: async () => keySet, nowMs: () => 0 }) },
        {
          issuer: 'https://second.test',
          audience,
          keys: createKeySet({ load: async () => secondSet, nowMs: () => 0 }),
        },
      ],
    });
    const bySecond = { iss: 'https://second.test' };
    expect(await both.verify(await sign())).toBeDefined();
    expect(await both.verify(await sign(bySecond, {}, second.privateKey))).toBeDefined();
    expect(await both.verify(await sign(bySecond))).toBeUndefined();
    expect(await both.verify(await sign({}, {}, second.privateKey))).toBeUndefined();
  });

  test('that cannot be reached do not get in each other’s way', async () => {
    const away = createKeySet({
      load: async () => {
        throw new Error('away');
      },
      nowMs: () => 0,
    });
    const keys = createKeySet({ load: async () => keySet, nowMs: () => 0 });
    const both = createJwtVerifier({
      clock: movableClock(startAt),
      issuers: [
        { issuer: 'https://away.test', audience, keys: away },
        { issuer, audience, keys },
      ],
    });
    expect(await both.verify(await sign())).toBeDefined();
  });
});
