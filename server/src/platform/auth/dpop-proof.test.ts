import { constants, createHmac, generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { Temporal } from 'temporal-polyfill';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '#platform/testing/fake-clock.ts';
import { memoryProofReplays } from '#platform/testing/memory-proof-replays.ts';
import { mutantsOf, seedOfRun } from '#platform/testing/mutants.ts';
import { createProofMaker, type ProofMaker } from '#platform/testing/proof-maker.ts';
import { createProofChecks, type ProofCheckOptions, type ProofContext } from './dpop-proof.ts';
import type { ProofUse } from './proof-replays.ts';

const startAt = '2026-11-15T10:00:00Z';
const startSeconds = Date.parse(startAt) / 1_000;
const seed = seedOfRun();
const token = 'a.token.of-theirs';
const target = { method: 'POST', path: '/v1/things', token };

let maker: ProofMaker;
beforeAll(async () => {
  maker = await createProofMaker(fakeClock(startAt));
});

type Claims = Readonly<Record<string, unknown>>;

function checks(overrides: { readonly clock?: FakeClock; readonly baseUrl?: string } = {}): GoodProofs {
  const { clock = fakeClock(startAt), baseUrl = 'https://bank.test' } = overrides;
  return goodProofs({ clock, baseUrl, replays: memoryProofReplays() });
}

interface GoodProofs {
  isGood(context: ProofContext): Promise<boolean>;
}

function goodProofs(options: ProofCheckOptions): GoodProofs {
  const checking = createProofChecks(options);
  return {
    async isGood(using) {
      const verdict = checking.check(using);
      return verdict.kind === 'fits' && (await verdict.use()) === undefined;
    },
  };
}

function context(proof: string | undefined, changed: Partial<ProofContext> = {}): ProofContext {
  return { ...target, proof, thumbprint: maker.thumbprint, bankId: '01', ...changed };
}

/** Whether a proof with these claims and this header is accepted for the usual request. */
async function isGood(claims: Claims = {}, header: Claims = {}): Promise<boolean> {
  return checks().isGood(context(await maker.prove({ ...target, claims, header })));
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a proof', () => {
  test.each(['ES256', 'EdDSA', 'PS256'] as const)('signed with %s is accepted', async (algorithm) => {
    const their = await createProofMaker(fakeClock(startAt), algorithm);
    const proof = await their.prove(target);
    const checking = checks();
    expect(await checking.isGood(context(proof, { thumbprint: their.thumbprint }))).toBe(true);
    expect(await checking.isGood(context(proof))).toBe(false);
  });

  test.each<[string, Claims, Claims?]>([
    ['of another type', {}, { typ: 'JWT' }],
    ['of a type in another case', {}, { typ: 'DPoP+jwt' }],
    ['without a type', {}, { typ: undefined }],
    ['with critical extensions', {}, { crit: ['b64'], b64: true }],
    ['without a key', {}, { jwk: undefined }],
    ['with an invalid key', {}, { jwk: 'key' }],
    ['for another method', { htm: 'GET' }],
    ['for the method in another case', { htm: 'post' }],
    ['without a method', { htm: undefined }],
    ['without an address', { htu: undefined }],
    ['with an address that is no text', { htu: ['https://bank.test/v1/things'] }],
    ['for another path', { htu: 'https://bank.test/v1/other' }],
    ['for a longer path', { htu: 'https://bank.test/v1/things/' }],
    ['for the path in another case', { htu: 'https://bank.test/V1/things' }],
    ['for the path in other escapes', { htu: 'https://bank.test/v1/thing%73' }],
    ['for another host', { htu: 'https://evil.test/v1/things' }],
    ['for another scheme', { htu: 'http://bank.test/v1/things' }],
    ['for another port', { htu: 'https://bank.test:8443/v1/things' }],
    ['for a host that begins like ours', { htu: 'https://bank.test.evil.test/v1/things' }],
    ['for our host as a user of another', { htu: 'https://bank.test@evil.test/v1/things' }],
    ['for our host with a user', { htu: 'https://me@bank.test/v1/things' }],
    ['for a path without a host', { htu: '/v1/things' }],
    ['for another token', { ath: part('x') }],
    ['without a token hash', { ath: undefined }],
    ['without an id', { jti: undefined }],
    ['with an empty id', { jti: '' }],
    ['with an id that is no text', { jti: 7 }],
    ['with an id that is too long', { jti: 'x'.repeat(129) }],
    ['with an id that cannot be printed', { jti: 'a\u0000b' }],
    ['with an id beyond ASCII', { jti: 'caf\u00e9' }],
    ['without a time', { iat: undefined }],
    ['with a time that is no number', { iat: String(startSeconds) }],
    ['from 61 seconds ago', { iat: startSeconds - 61 }],
    ['from 11 seconds ahead', { iat: startSeconds + 11 }],
    ['from 61 seconds ahead', { iat: startSeconds + 61 }],
    ['from the maximum time', { iat: 1e300 }],
    ['from the minimum time', { iat: -1e300 }],
  ])('%s is refused', async (_what, claims, header) => {
    const made = maker.prove({ ...target, claims, ...(header === undefined ? {} : { header }) });
    // The library refuses to sign some of these.
    const proof = await made.catch(() => `${part({ ...header })}.${part(claims)}.AAAA`);
    expect(await checks().isGood(context(proof))).toBe(false);
  });

  test.each<[string, Claims]>([
    ['60 seconds old', { iat: startSeconds - 60 }],
    ['10 seconds ahead of our clock', { iat: startSeconds + 10 }],
    ['between two seconds', { iat: startSeconds - 0.5 }],
    ['with the longest id', { jti: 'x'.repeat(128) }],
    ['that includes the query', { htu: 'https://bank.test/v1/things?q=1#top' }],
    ['with another spelling of host and port', { htu: 'HTTPS://Bank.test:443/v1/things' }],
  ])('%s is accepted', async (_what, claims) => {
    expect(await isGood(claims)).toBe(true);
  });

  test('ignores our query and additional members of its key', async () => {
    const proof = await maker.prove({
      ...target,
      header: { jwk: { ...maker.publicJwk, kid: 'k', use: 'sig' } },
    });
    expect(await checks().isGood(context(proof, { path: '/v1/things?q=1' }))).toBe(true);
  });

  test('is refused for a path that the parser reads differently than the router', async () => {
    const proof = await maker.prove({ ...target, claims: { htu: 'https://bank.test/v1/b' } });
    const checking = checks();
    const paths = ['/v1/a/../b', '/v1/a/%2e%2e/b', '/v1\\b', 'http://bank.test/v1/b', '', '/v1/b'];
    const believed: string[] = [];
    for (const path of paths) if (await checking.isGood(context(proof, { path }))) believed.push(path);
    expect(believed).toEqual(['/v1/b']);
  });

  test.each(['https://bank.test/', 'https://BANK.test:443', 'https://bank.test'])(
    'is for the configured address in any spelling: %s',
    async (baseUrl) => {
      const proof = await maker.prove(target);
      expect(await checks({ baseUrl }).isGood(context(proof))).toBe(true);
    },
  );

  test('is for the address with its base path', async () => {
    const proof = await maker.prove({ ...target, baseUrl: 'https://bank.test/api' });
    expect(await checks({ baseUrl: 'https://bank.test/api/' }).isGood(context(proof))).toBe(true);
    expect(await checks().isGood(context(proof))).toBe(false);
  });

  test.each([
    undefined,
    '',
    '.',
    '..',
    'a.b.c',
    'x'.repeat(5_000),
    '\0.\0.\0',
    `${part(null)}.${part(null)}.AAAA`,
    `${part([])}.${part([])}.AAAA`,
  ])('that is malformed (%s) is refused without an error', async (proof) => {
    expect(await checks().isGood(context(proof))).toBe(false);
  });

  test('joined with another one, as the server joins headers, is refused', async () => {
    const [one, two] = [await maker.prove(target), await maker.prove(target)];
    expect(await checks().isGood(context(`${one}, ${two}`))).toBe(false);
    expect(await checks().isGood(context(`${one}, ${one}`))).toBe(false);
  });

  test(`with one changed byte is refused (seed ${seed})`, async () => {
    const proof = await maker.prove(target);
    const checking = checks();
    const accepted: string[] = [];
    for (const mutant of mutantsOf(proof, { count: 2_000, seed })) {
      if (await checking.isGood(context(mutant))) accepted.push(mutant);
    }
    expect(accepted).toEqual([]);
    expect(await checking.isGood(context(proof))).toBe(true);
  });
});

describe('a forged proof', () => {
  /** Header and claims with this key, ready to be signed by any key. */
  const unsigned = (alg: string | undefined, jwk: object): string => {
    const claims = { jti: 'forged', htm: 'POST', htu: 'https://bank.test/v1/things', iat: startSeconds };
    return `${part({ typ: 'dpop+jwt', alg, jwk })}.${part({ ...claims, ath: hash('sha256', token, 'base64url') })}`;
  };
  const signedBy = (key: KeyObject, alg: string, jwk: object): string => {
    const text = unsigned(alg, jwk);
    const how = alg === 'PS256' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {};
    const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363', ...how });
    return `${text}.${signature.toString('base64url')}`;
  };
  const verdict = async (proof: string, jwk: JWK): Promise<boolean> =>
    checks().isGood(context(proof, { thumbprint: await calculateJwkThumbprint(jwk) }));

  test('signed by another key than its own is refused', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(await verdict(signedBy(privateKey, 'ES256', maker.publicJwk), maker.publicJwk)).toBe(false);
  });

  test.each(['none', 'HS256', 'RS256', 'ES384', 'Ed25519', '', undefined])(
    'with algorithm %s is refused',
    async (alg) => {
      const text = unsigned(alg, maker.publicJwk);
      const mac = createHmac('sha256', JSON.stringify(maker.publicJwk)).update(text).digest('base64url');
      for (const signature of ['', 'AAAA', mac]) {
        expect(await verdict(`${text}.${signature}`, maker.publicJwk)).toBe(false);
      }
    },
  );

  test('that contains the private key is refused, because the key is compromised', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const [secret, open] = [privateKey, publicKey].map((key) => key.export({ format: 'jwk' }));
    const name = open as JWK; // oxlint-disable-line typescript/consistent-type-assertions -- Node and the library declare the same type separately
    expect(await verdict(signedBy(privateKey, 'ES256', secret ?? {}), name)).toBe(false);
    expect(await verdict(signedBy(privateKey, 'ES256', open ?? {}), name)).toBe(true);
  });

  test('with a shared secret as key is refused', async () => {
    const jwk = { kty: 'oct', k: Buffer.from('secret').toString('base64url') };
    for (const alg of ['HS256', 'ES256']) {
      const text = unsigned(alg, jwk);
      const mac = createHmac('sha256', 'secret').update(text).digest('base64url');
      expect(await verdict(`${text}.${mac}`, jwk)).toBe(false);
    }
  });

  test.each([
    [1_024, false],
    [2_040, false],
    [2_048, true],
    [4_096, true],
  ])('with an RSA key of %s bits is accepted: %s', async (modulusLength, isEnough) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
    const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
    const jwk = { kty: 'RSA', n, e };
    expect(await verdict(signedBy(privateKey, 'PS256', jwk), jwk)).toBe(isEnough);
    expect(await verdict(signedBy(privateKey, 'ES256', jwk), jwk)).toBe(false);
  });

  test('with a point that is not on the curve is refused without an error', async () => {
    const jwk = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) };
    expect(await verdict(`${unsigned('ES256', jwk)}.${'A'.repeat(86)}`, jwk)).toBe(false);
  });

  test.each(['kty', 'crv', 'x', 'y'] as const)(
    'with a key whose %s is missing or no text is refused',
    async (name) => {
      for (const wrong of [undefined, 7, '', 'P-384']) {
        const jwk = { ...maker.publicJwk, [name]: wrong };
        expect(await verdict(`${unsigned('ES256', jwk)}.${'A'.repeat(86)}`, maker.publicJwk)).toBe(false);
      }
    },
  );
});

describe('a proof that was used', () => {
  test('is refused afterwards', async () => {
    const checking = checks();
    const proof = await maker.prove(target);
    expect(await checking.isGood(context(proof))).toBe(true);
    expect(await checking.isGood(context(proof))).toBe(false);
  });

  test('is accepted for exactly one of many concurrent requests', async () => {
    const checking = checks();
    const proof = await maker.prove(target);
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => checking.isGood(context(proof))));
    expect(verdicts.filter(Boolean)).toHaveLength(1);
  });

  test('is not consumed by a request it does not match', async () => {
    const checking = checks();
    const proof = await maker.prove(target);
    expect(await checking.isGood(context(proof, { path: '/v1/other' }))).toBe(false);
    expect(await checking.isGood(context(proof, { token: 'another.token' }))).toBe(false);
    expect(await checking.isGood(context(proof))).toBe(true);
  });

  test('is stored until it is too old for every clock', async () => {
    const uses: ProofUse[] = [];
    const checking = goodProofs({
      clock: fakeClock(startAt),
      baseUrl: 'https://bank.test',
      replays: {
        recordFirstUse: async (use) => {
          uses.push(use);
          return true;
        },
      },
    });
    await checking.isGood(
      context(await maker.prove({ ...target, claims: { jti: 'p', iat: startSeconds - 3 } })),
    );
    expect(uses).toEqual([
      {
        bankId: '01',
        thumbprint: maker.thumbprint,
        proofId: 'p',
        validUntil: Temporal.Instant.from('2026-11-15T10:01:07Z'),
      },
    ]);
  });

  test('is refused if the replay store is unavailable', async () => {
    const checking = goodProofs({
      clock: fakeClock(startAt),
      baseUrl: 'https://bank.test',
      replays: {
        recordFirstUse: async () => {
          throw new Error('away');
        },
      },
    });
    await expect(checking.isGood(context(await maker.prove(target)))).rejects.toThrow('away');
  });
});
