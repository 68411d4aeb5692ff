import { createHash, createHmac, createPublicKey } from 'node:crypto';
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';
import { Temporal } from 'temporal-polyfill';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '#platform/testing/fake-clock.ts';
import { mutantsOf, seedOfRun } from '#platform/testing/mutants.ts';
import { revokedTokens } from '#platform/testing/revoked-tokens.ts';
import { createJwtVerifier, type JwtVerifierOptions, type TokenIssuer } from './jwt-verifier.ts';
import { createKeySet } from './key-set.ts';
import { nothingRevokedTokens, type RevocableToken, type TokenRevocations } from './token-revocations.ts';
import { acceptedFacts, type TokenFacts } from './token-verifier.ts';

const issuer = 'https://issuer.test';
const audience = 'https://portico.test';
const startAt = '2026-11-15T10:00:00Z';
const startSeconds = Date.parse(startAt) / 1_000;
const seed = seedOfRun();

let ours: { privateKey: CryptoKey; publicKey: CryptoKey };
let unknownIssuer: { privateKey: CryptoKey; publicKey: CryptoKey };
let keySet: string;
beforeAll(async () => {
  ours = await generateKeyPair('ES256', { extractable: true });
  unknownIssuer = await generateKeyPair('ES256', { extractable: true });
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

/** Signs a token. Claims set to undefined are omitted. */
function sign(
  changed: Claims = {},
  changedHeader: Claims = {},
  key: CryptoKey = ours.privateKey,
): Promise<string> {
  return new SignJWT({ ...claims, ...changed }).setProtectedHeader({ ...header, ...changedHeader }).sign(key);
}

const revocations = nothingRevokedTokens;

function ourIssuer(changed: Partial<TokenIssuer> = {}): TokenIssuer {
  const keys = createKeySet({ load: async () => keySet, nowMs: () => 0 });
  return {
    issuer,
    audience,
    keys,
    banks: ['01'],
    callers: 'every-caller',
    unbound: 'accepted',
    ...changed,
  };
}

function verifier(clock: FakeClock = fakeClock(startAt), changed: Partial<TokenIssuer> = {}): FactsVerifier {
  return factsVerifier({ clock, revocations, issuers: [ourIssuer(changed)] });
}

interface FactsVerifier {
  /** Returns the facts of an accepted token; undefined for a refused one. */
  verify(token: string): Promise<TokenFacts | undefined>;
}

function factsVerifier(options: JwtVerifierOptions): FactsVerifier {
  const verifying = createJwtVerifier(options);
  return { verify: async (token) => acceptedFacts(await verifying.verify(token)) };
}

/** A digest as certificates and keys are named by. */
const digestOf = (of: string): string => createHash('sha256').update(of).digest('base64url');

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token', () => {
  test('of a known issuer for our audience has subject, bank and scopes', async () => {
    expect(await verifier().verify(await sign({ 'grant-id': 'g-1' }))).toEqual({
      tokenId: 't-1',
      grantId: 'g-1',
      issuedAtSeconds: startSeconds,
      clientId: 'app-1',
      subject: 'app-1',
      banks: ['01'],
      scopes: new Set(['a', 'b']),
      employee: undefined,
      customer: undefined,
      exchanged: undefined,
      standsFor: undefined,
      binding: { kind: 'none' },
      idempotency: 'seed-compatible',
    } satisfies TokenFacts);
  });

  test.each<[string, Claims, Claims?]>([
    ['for another audience', { aud: 'https://other.test' }],
    ['without an audience', { aud: undefined }],
    ['of another issuer', { iss: 'https://evil.test' }],
    ['without an issuer', { iss: undefined }],
    ['whose issuer only begins like ours', { iss: `${issuer}.evil.test` }],
    ['of another class', {}, { typ: 'JWT' }],
    ['that is an ID token', {}, { typ: 'id+jwt' }],
    ['without a class', {}, { typ: undefined }],
    ['that has expired', { exp: startSeconds - 11 }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: startSeconds + 11 }],
    ['without a time of issue', { iat: undefined }],
    ['issued later than now', { iat: startSeconds + 11 }],
    ['issued much later than now', { iat: startSeconds + 61 }],
    ['without a subject', { sub: undefined }],
    ['without a client', { client_id: undefined }],
    ['with a client that is no text', { client_id: { x: 1 } }],
    ['without an id', { jti: undefined }],
    ['with an empty id', { jti: '' }],
    ['with an empty subject', { sub: '' }],
    ['without a bank', { 'bank-id': undefined }],
    ['with no bank in its list', { 'bank-id': [] }],
    ['with an empty bank', { 'bank-id': '' }],
    ['with an empty bank in its list', { 'bank-id': [''] }],
    ['with banks that are no texts', { 'bank-id': [1, null] }],
    ['bound to an invalid key thumbprint', { cnf: { jkt: 'abc' } }],
    ['bound to a key under a second spelling of its thumbprint', { cnf: { jkt: `${'A'.repeat(42)}B` } }],
    ['bound to an invalid certificate thumbprint', { cnf: { 'x5t#S256': 'abc' } }],
    ['bound in an unsupported way', { cnf: { jwk: { kty: 'EC' } } }],
    ['bound in another unsupported way', { cnf: { kid: digestOf('x') } }],
    ['bound twice', { cnf: { jkt: digestOf('x'), 'x5t#S256': digestOf('x') } }],
    ['bound in a list', { cnf: [digestOf('x')] }],
    ['bound to null', { cnf: null }],
    ['bound to a value of the wrong type', { cnf: { 'x5t#S256': 7 } }],
    ['bound to nothing', { cnf: {} }],
    ['bound in text', { cnf: 'abc' }],
    ['with an unknown key', {}, { kid: 'two' }],
    ['with critical extensions', {}, { crit: ['x'], x: 1 }],
  ])('%s is refused', async (_what, changed, changedHeader) => {
    const signing = sign(changed, changedHeader);
    // The library refuses to sign some of these.
    const token = await signing.catch(() => `${part({ ...header, ...changedHeader })}.${part(claims)}.AAAA`);
    expect(await verifier().verify(token)).toBeUndefined();
  });

  test('issued by a clock slightly ahead of ours is accepted', async () => {
    expect(await verifier().verify(await sign({ iat: startSeconds + 10 }))).toBeDefined();
  });

  test('is accepted a few seconds after it expires, for clocks differ, and no longer', async () => {
    const clock = fakeClock(startAt);
    const token = await sign();
    clock.advance({ seconds: 309 });
    expect(await verifier(clock).verify(token)).toBeDefined();
    clock.advance({ seconds: 2 });
    expect(await verifier(clock).verify(token)).toBeUndefined();
  });

  test('that was accepted before is refused once it has expired, although it is cached', async () => {
    const clock = fakeClock(startAt);
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
  test('signed by an unknown key is refused', async () => {
    expect(await verifier().verify(await sign({}, {}, unknownIssuer.privateKey))).toBeUndefined();
  });

  test.each(['none', 'None', 'NONE', ''])('with algorithm "%s" is refused', async (alg) => {
    for (const signature of ['', 'AAAA']) {
      const token = `${part({ ...header, alg })}.${part(claims)}.${signature}`;
      expect(await verifier().verify(token)).toBeUndefined();
    }
  });

  test('that uses our public key as a shared secret is refused', async () => {
    const spki = await exportSPKI(ours.publicKey);
    const jwk = JSON.stringify(await exportJWK(ours.publicKey));
    const der = createPublicKey(spki).export({ type: 'spki', format: 'der' });
    for (const secret of [spki, spki.trim(), jwk, der]) {
      const signed = `${part({ ...header, alg: 'HS256' })}.${part(claims)}`;
      const signature = createHmac('sha256', secret).update(signed).digest('base64url');
      expect(await verifier().verify(`${signed}.${signature}`)).toBeUndefined();
    }
  });

  test('that carries its own key is refused', async () => {
    const jwk = await exportJWK(unknownIssuer.publicKey);
    const brought = { jwk, jku: 'https://evil.test/keys', x5u: 'https://evil.test/chain' };
    expect(await verifier().verify(await sign({}, brought, unknownIssuer.privateKey))).toBeUndefined();
    expect(
      await verifier().verify(await sign({}, { ...brought, kid: undefined }, unknownIssuer.privateKey)),
    ).toBeUndefined();
  });

  test('whose claims were changed after signing is refused', async () => {
    const [head = '', , signature = ''] = (await sign()).split('.');
    const token = `${head}.${part({ ...claims, scope: 'a b admin' })}.${signature}`;
    expect(await verifier().verify(token)).toBeUndefined();
  });

  test('is accepted for at most a minute after its key is removed, although it is cached', async () => {
    const clock = fakeClock(startAt);
    let published = keySet;
    const keys = createKeySet({
      load: async () => published,
      nowMs: () => clock.now().epochMilliseconds,
      freshForMs: 1_000,
    });
    const { verify } = verifier(clock, { keys });
    const token = await sign();
    expect(await verify(token)).toBeDefined();
    published = JSON.stringify({ keys: [] });
    clock.advance({ seconds: 59 });
    expect(await verify(token)).toBeDefined();
    clock.advance({ seconds: 1 });
    expect(await verify(token)).toBeUndefined();
  });

  test('that differs in one character from a cached one is refused', async () => {
    const verifying = verifier();
    const token = await sign();
    expect(await verifying.verify(token)).toBeDefined();
    const flipped = `${token.slice(0, -3)}${token.at(-3) === 'A' ? 'B' : 'A'}${token.slice(-2)}`;
    expect(await verifying.verify(flipped)).toBeUndefined();
  });

  test(`with one changed byte is refused, whether the original is cached or not (seed ${seed})`, async () => {
    const verifying = verifier();
    const token = await sign();
    expect(await verifying.verify(token)).toBeDefined();
    const accepted: string[] = [];
    for (const mutant of mutantsOf(token, { count: 2_000, seed })) {
      if ((await verifying.verify(mutant)) !== undefined) accepted.push(mutant);
    }
    expect(accepted).toEqual([]);
  });

  test.each(['+', '/', '=', 'A'])('with %j appended is refused', async (more) => {
    expect(await verifier().verify(`${await sign()}${more}`)).toBeUndefined();
  });

  test.each(['', '.', '..', 'a.b.c', 'x'.repeat(9_000), '\0', 'eyJ.eyJ.x'])(
    'that is malformed (%s) is refused without an error',
    async (token) => {
      expect(await verifier().verify(token)).toBeUndefined();
    },
  );

  test('longer than any valid one is not parsed', async () => {
    const token = await sign({ padding: 'x'.repeat(8_000) });
    expect(await verifier().verify(token)).toBeUndefined();
  });
});

describe('the person of a token', () => {
  test('is an employee with roles and never a customer', async () => {
    const token = await sign({
      sub: 'person-1',
      'employee-id': 'e-1',
      unit: 'u-1',
      roles: ['maintenance', 7],
      acr: 'sca',
      auth_time: startSeconds - 5,
      'customer-number': '1',
    });
    expect(await verifier().verify(token)).toMatchObject({
      employee: {
        id: 'e-1',
        unit: 'u-1',
        roles: new Set(['maintenance']),
        assurance: 'sca',
        authenticatedAt: Temporal.Instant.fromEpochMilliseconds((startSeconds - 5) * 1_000),
      },
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
  ])('is a customer whose acr %j means %s', async (acr, assurance) => {
    const token = await sign({ sub: 'usr_1', acr, auth_time: startSeconds });
    expect(await verifier().verify(token)).toMatchObject({ customer: { assurance } });
  });

  const ofService = { sub: 'usr_1', client_id: 'service-1', act: { sub: 'service-1' } };

  test('is a customer for whom a service acts, if the token names its own client as the actor', async () => {
    const exchanged = { client_id: 'mobile-app', jti: 't-0' };
    const token = await sign({ ...ofService, 'exchanged-from': exchanged });
    expect(await verifier().verify(token)).toMatchObject({
      subject: 'usr_1',
      exchanged: { clientId: 'mobile-app', tokenId: 't-0' },
    });
    expect(await verifier().verify(await sign(ofService))).toMatchObject({
      exchanged: { clientId: undefined, tokenId: undefined },
    });
    // Without an actor, the claim makes no difference.
    const plain = await sign({ sub: 'usr_1', client_id: 'mobile-app', 'exchanged-from': exchanged });
    expect(await verifier().verify(plain)).toMatchObject({ exchanged: undefined });
  });

  test.each<[string, Claims]>([
    ['another actor than its client', { act: { sub: 'service-2' } }],
    ['a chain of actors', { act: { sub: 'service-1', act: { sub: 'service-0' } } }],
    ['an actor without a name', { act: {} }],
    ['an actor that cannot be read', { act: 'service-1' }],
    ['no actor by null', { act: null }],
    ['an application as the customer', { sub: 'service-1' }],
    ['an employee as the customer', { 'employee-id': 'e-1', roles: [] }],
    ['a third party as the customer', { 'stands-for': 'customer' }],
  ])('is refused with %s', async (_what, changed) => {
    expect(await verifier().verify(await sign({ ...ofService, ...changed }))).toBeUndefined();
  });

  test('is a customer for whom a service acts only where the issuer may say so, with the scopes it may grant', async () => {
    const customer = new Set(['a', 'b']);
    const withoutServices = verifier(undefined, { callers: { customer } });
    expect(await withoutServices.verify(await sign(ofService))).toBeUndefined();
    const withServices = verifier(undefined, { callers: { delegate: new Set(['b']) } });
    expect((await withServices.verify(await sign(ofService)))?.scopes).toEqual(new Set(['b']));
    expect(await withServices.verify(await sign({ sub: 'usr_1' }))).toBeUndefined();
  });

  test.each([undefined, 'yesterday', Number.NaN, -1e300, 1e300, 1.0005, null])(
    'with an invalid sign-in time %s has the oldest possible sign-in',
    async (authTime) => {
      const token = await sign({ sub: 'usr_1', acr: 'sca', auth_time: authTime });
      const facts = await verifier().verify(token);
      expect(facts?.customer?.authenticatedAt.epochMilliseconds).toBeLessThan(10_000);
    },
  );

  test('may be bound to a certificate, given in hexadecimal', async () => {
    const token = await sign({ cnf: { 'x5t#S256': digestOf('x') } });
    const fingerprint256 = createHash('sha256').update('x').digest('hex');
    expect((await verifier().verify(token))?.binding).toEqual({ kind: 'certificate', fingerprint256 });
  });

  test('may be bound to a key, given by its thumbprint', async () => {
    const token = await sign({ cnf: { jkt: digestOf('x') } });
    expect((await verifier().verify(token))?.binding).toEqual({ kind: 'proof', thumbprint: digestOf('x') });
  });
});

describe('an issuer', () => {
  test.each([
    [['01'], true],
    [['02', '01'], true],
    [['nl'], false],
    [['01', 'nl'], false],
  ])('of banks 01 and 02 is accepted for %j: %s', async (banks, isBelieved) => {
    const token = await sign({ 'bank-id': banks });
    const facts = await verifier(undefined, { banks: ['01', '02'] }).verify(token);
    expect(facts !== undefined).toBe(isBelieved);
  });

  test('without banks is accepted for none', async () => {
    expect(await verifier(undefined, { banks: [] }).verify(await sign())).toBeUndefined();
  });

  test('whose tokens must be bound is refused unbound ones', async () => {
    const strict = verifier(undefined, { unbound: 'refused' });
    expect(await strict.verify(await sign())).toBeUndefined();
    expect(await strict.verify(await sign({ cnf: { jkt: digestOf('x') } }))).toBeDefined();
    expect(await strict.verify(await sign({ cnf: { 'x5t#S256': digestOf('x') } }))).toBeDefined();
  });

  test('is named once', () => {
    const issuers = [ourIssuer(), ourIssuer({ audience: 'https://other.test' })];
    expect(() => factsVerifier({ clock: fakeClock(startAt), revocations, issuers })).toThrow('twice');
  });

  test('is the only one whose keys are loaded, and only when a token names it', async () => {
    const lookedUp: string[] = [];
    const watched = (name: string): TokenIssuer => ({
      ...ourIssuer({ issuer: name }),
      keys: async () => {
        lookedUp.push(name);
        throw new Error('no key');
      },
    });
    const both = factsVerifier({
      clock: fakeClock(startAt),
      revocations,
      issuers: [watched('https://one.test'), watched('https://two.test')],
    });
    expect(await both.verify(await sign({ iss: 'https://two.test' }))).toBeUndefined();
    expect(await both.verify(await sign({ iss: 'https://three.test' }))).toBeUndefined();
    expect(await both.verify('a.b.c')).toBeUndefined();
    expect(lookedUp).toEqual(['https://two.test']);
  });
});

describe('a revoked token', () => {
  test.each(['token', 'grant', 'client'] as const)(
    'by its %s is refused although it is cached',
    async (what) => {
      const revoked = revokedTokens();
      const verifying = factsVerifier({
        clock: fakeClock(startAt),
        revocations: revoked,
        issuers: [ourIssuer()],
      });
      const token = await sign({ 'grant-id': 'g-1' });
      const other = await sign({ jti: 't-2', 'grant-id': 'g-2', sub: 'app-2', client_id: 'app-2' });
      expect(await verifying.verify(token)).toBeDefined();
      expect(await verifying.verify(other)).toBeDefined();
      revoked.revoke(what, { token: 't-1', grant: 'g-1', client: 'app-1' }[what]);
      expect(await verifying.verify(token)).toBeUndefined();
      expect(await verifying.verify(token)).toBeUndefined();
      expect(await verifying.verify(other)).toBeDefined();
    },
  );

  test('is looked up by everything it can be revoked by, on every call', async () => {
    const lookedUp: RevocableToken[] = [];
    const watching: TokenRevocations = {
      isRevoked: (token) => {
        lookedUp.push(token);
        return false;
      },
    };
    const verifying = factsVerifier({
      clock: fakeClock(startAt),
      revocations: watching,
      issuers: [ourIssuer()],
    });
    const token = await sign({ 'grant-id': 'g-1' });
    await verifying.verify(token);
    await verifying.verify(token);
    const known = { banks: ['01'], tokenId: 't-1', grantId: 'g-1', clientId: 'app-1' };
    const each = { ...known, issuedAtSeconds: startSeconds };
    expect(lookedUp).toMatchObject([each, each]);
  });
});

describe('several issuers', () => {
  test('are each accepted only for what they signed themselves', async () => {
    const second = await generateKeyPair('ES256', { extractable: true });
    const secondJwk = await exportJWK(second.publicKey);
    const secondSet = JSON.stringify({ keys: [{ ...secondJwk, kid: 'one', alg: 'ES256' }] });
    const both = factsVerifier({
      clock: fakeClock(startAt),
      revocations,
      issuers: [
        ourIssuer(),
        ourIssuer({
          issuer: 'https://second.test',
          keys: createKeySet({ load: async () => secondSet, nowMs: () => 0 }),
        }),
      ],
    });
    const bySecond = { iss: 'https://second.test' };
    expect(await both.verify(await sign())).toBeDefined();
    expect(await both.verify(await sign(bySecond, {}, second.privateKey))).toBeDefined();
    expect(await both.verify(await sign(bySecond))).toBeUndefined();
    expect(await both.verify(await sign({}, {}, second.privateKey))).toBeUndefined();
  });

  test('do not affect each other when one is unavailable', async () => {
    const away = createKeySet({
      load: async () => {
        throw new Error('away');
      },
      nowMs: () => 0,
    });
    const both = factsVerifier({
      clock: fakeClock(startAt),
      revocations,
      issuers: [ourIssuer({ issuer: 'https://away.test', keys: away }), ourIssuer()],
    });
    expect(await both.verify(await sign())).toBeDefined();
  });
});
