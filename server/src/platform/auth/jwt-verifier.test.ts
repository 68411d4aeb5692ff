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
import { type FakeClock, fakeClock } from '#platform/testing/movable-clock.ts';
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
  /** The facts of an accepted token; nothing of a refused one. */
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
  test('of a known issuer for us says who, where and what for', async () => {
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
      binding: { kind: 'none' },
      idempotency: 'seed-compatible',
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
    ['bound to a key that cannot be', { cnf: { jkt: 'abc' } }],
    ['bound to a key under a second spelling of its name', { cnf: { jkt: `${'A'.repeat(42)}B` } }],
    ['bound to a certificate that cannot be', { cnf: { 'x5t#S256': 'abc' } }],
    ['bound in a way we do not check', { cnf: { jwk: { kty: 'EC' } } }],
    ['bound in another way we do not check', { cnf: { kid: digestOf('x') } }],
    ['bound twice', { cnf: { jkt: digestOf('x'), 'x5t#S256': digestOf('x') } }],
    ['bound in a list', { cnf: [digestOf('x')] }],
    ['bound to null', { cnf: null }],
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

  test('issued by a clock a little ahead of ours is good', async () => {
    expect(await verifier().verify(await sign({ iat: startSeconds + 10 }))).toBeDefined();
  });

  test('is good a few seconds past its end, for clocks differ, and no longer', async () => {
    const clock = fakeClock(startAt);
    const token = await sign();
    clock.advance({ seconds: 309 });
    expect(await verifier(clock).verify(token)).toBeDefined();
    clock.advance({ seconds: 2 });
    expect(await verifier(clock).verify(token)).toBeUndefined();
  });

  test('that was good before is refused once it has expired, though it is remembered', async () => {
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

  test('outlives its key by a minute at most, though it is remembered', async () => {
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

  test('that differs in one letter from a remembered one is worth nothing', async () => {
    const verifying = verifier();
    const token = await sign();
    expect(await verifying.verify(token)).toBeDefined();
    const flipped = `${token.slice(0, -3)}${token.at(-3) === 'A' ? 'B' : 'A'}${token.slice(-2)}`;
    expect(await verifying.verify(flipped)).toBeUndefined();
  });

  test(`of one changed byte is worth nothing, remembered original or not (seed ${seed})`, async () => {
    const verifying = verifier();
    const token = await sign();
    expect(await verifying.verify(token)).toBeDefined();
    const accepted: string[] = [];
    for (const mutant of mutantsOf(token, { count: 2_000, seed })) {
      if ((await verifying.verify(mutant)) !== undefined) accepted.push(mutant);
    }
    expect(accepted).toEqual([]);
  });

  test.each(['+', '/', '=', 'A'])('with %j after its end is worth nothing', async (more) => {
    expect(await verifier().verify(`${await sign()}${more}`)).toBeUndefined();
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

  test('a certificate it is bound to is told in hex', async () => {
    const token = await sign({ cnf: { 'x5t#S256': digestOf('x') } });
    const fingerprint256 = createHash('sha256').update('x').digest('hex');
    expect((await verifier().verify(token))?.binding).toEqual({ kind: 'certificate', fingerprint256 });
  });

  test('a key it is bound to is told by its thumbprint', async () => {
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
  ])('of banks 01 and 02 is believed about %j: %s', async (banks, isBelieved) => {
    const token = await sign({ 'bank-id': banks });
    const facts = await verifier(undefined, { banks: ['01', '02'] }).verify(token);
    expect(facts !== undefined).toBe(isBelieved);
  });

  test('of no bank is believed about none', async () => {
    expect(await verifier(undefined, { banks: [] }).verify(await sign())).toBeUndefined();
  });

  test('whose tokens must be bound is not believed without', async () => {
    const strict = verifier(undefined, { unbound: 'refused' });
    expect(await strict.verify(await sign())).toBeUndefined();
    expect(await strict.verify(await sign({ cnf: { jkt: digestOf('x') } }))).toBeDefined();
    expect(await strict.verify(await sign({ cnf: { 'x5t#S256': digestOf('x') } }))).toBeDefined();
  });

  test('is named once', () => {
    const issuers = [ourIssuer(), ourIssuer({ audience: 'https://other.test' })];
    expect(() => factsVerifier({ clock: fakeClock(startAt), revocations, issuers })).toThrow('twice');
  });

  test('is the only one whose keys are asked, and only when it was named', async () => {
    const asked: string[] = [];
    const watched = (name: string): TokenIssuer => ({
      ...ourIssuer({ issuer: name }),
      keys: async () => {
        asked.push(name);
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
    expect(asked).toEqual(['https://two.test']);
  });
});

describe('a token that was taken back', () => {
  test.each(['token', 'grant', 'client'] as const)(
    'by its %s is refused although it is remembered',
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

  test('is asked about with all that one can be taken back by, on every call', async () => {
    const asked: RevocableToken[] = [];
    const watching: TokenRevocations = {
      isRevoked: (token) => {
        asked.push(token);
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
    expect(asked).toMatchObject([each, each]);
  });
});

describe('several issuers', () => {
  test('are each believed only for what they signed themselves', async () => {
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

  test('that cannot be reached do not get in each other’s way', async () => {
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
