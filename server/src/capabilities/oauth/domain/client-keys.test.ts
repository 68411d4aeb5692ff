import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { calculateJwkThumbprint } from 'jose';
import { describe, expect, test } from 'vitest';
import { type Jwk, newJwk, newPrivateJwk } from '../testing/client-samples.suite.ts';
import { keysMax, readKeySet, readPublicKey, thumbprintOf } from './client-keys.ts';

const ec = newJwk('ec');
const ed25519 = newJwk('ed25519');
const rsa = newJwk('rsa');
const samples = { ec, ed25519, rsa } as const;

const textOf = (jwk: Jwk, member: string): string => String(jwk[member]);
const bytesOf = (jwk: Jwk, member: string): Buffer => Buffer.from(textOf(jwk, member), 'base64url');
const rsaOf = (bits: number): Jwk => ({
  ...generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' }),
});

const wrongWith = (jwk: unknown): string => {
  const read = readPublicKey(jwk);
  return 'kid' in read ? '' : read.wrong;
};

describe('a public key', () => {
  test.each([
    ['ec', 'ES256'],
    ['ed25519', 'EdDSA'],
    ['rsa', 'PS256'],
  ] as const)('of kind %s is accepted for %s, and named by its thumbprint', async (kind, alg) => {
    const jwk = samples[kind];
    const kid = await calculateJwkThumbprint(jwk);
    expect(readPublicKey(jwk)).toEqual({ ...jwk, alg, kid, use: 'sig' });
  });

  test('may state its own purpose', () => {
    const said = { ...ec, kid: 'key-1', use: 'sig', alg: 'ES256', key_ops: ['verify'] };
    expect(readPublicKey(said)).toEqual({ ...ec, kid: 'key-1', use: 'sig', alg: 'ES256' });
  });

  test('is stored without certificates and other members', () => {
    const read = readPublicKey({ ...ec, x5c: ['MIIB'], x5t: 'x', iat: 1, ext: true });
    expect(Object.keys(read).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  test.each(['ec', 'ed25519', 'rsa'] as const)('must not be a private key: %s', (kind) => {
    expect(wrongWith(newPrivateJwk(kind))).toContain('private');
  });

  test.each(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'])(
    'must not have a private member, not even an empty one: %s',
    (member) => {
      for (const value of ['AQ', '', null, undefined])
        expect(wrongWith({ ...rsa, [member]: value })).toContain('private');
    },
  );

  test('must not be a shared secret', () => {
    expect(wrongWith({ kty: 'oct', k: 'c2VjcmV0' })).toContain('private');
    expect(wrongWith({ kty: 'oct' })).toContain('private');
  });

  test.each<[string, unknown]>([
    ['RSA of 1024 bits', rsaOf(1_024)],
    [
      'RSA of 2047 bits',
      {
        ...rsa,
        n: Buffer.from(bytesOf(rsa, 'n').map((byte, at) => (at === 0 ? 127 : byte))).toString('base64url'),
      },
    ],
    [
      'RSA with an even modulus',
      {
        ...rsa,
        n: Buffer.from(bytesOf(rsa, 'n').map((byte, at) => (at === 255 ? 2 : byte))).toString('base64url'),
      },
    ],
    [
      'RSA with a zero in front',
      { ...rsa, n: Buffer.concat([Buffer.of(0), bytesOf(rsa, 'n')]).toString('base64url') },
    ],
    ['RSA beyond all measure', { ...rsa, n: Buffer.alloc(100_000, 255).toString('base64url') }],
    ['RSA of 8200 bits', { ...rsa, n: Buffer.alloc(1_025, 255).toString('base64url') }],
    ['RSA with exponent 3', { ...rsa, e: 'Aw' }],
    ['RSA with exponent 1', { ...rsa, e: 'AQ' }],
    ['RSA with an even exponent', { ...rsa, e: 'AQAC' }],
    ['RSA with a huge exponent', { ...rsa, e: Buffer.alloc(33, 255).toString('base64url') }],
    ['RSA without exponent', { kty: 'RSA', n: rsa['n'] }],
    [
      'EC on P-384',
      { ...generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' }) },
    ],
    [
      'EC on secp256k1',
      { ...generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey.export({ format: 'jwk' }) },
    ],
    ['EC of another curve by name only', { ...ec, crv: 'P-384' }],
    ['EC beside the curve', { ...ec, y: newJwk('ec')['y'] }],
    [
      'EC at zero',
      { ...ec, x: Buffer.alloc(32).toString('base64url'), y: Buffer.alloc(32).toString('base64url') },
    ],
    ['EC beyond the field', { ...ec, x: Buffer.alloc(32, 255).toString('base64url') }],
    ['EC without y', { kty: 'EC', crv: 'P-256', x: ec['x'] }],
    ['EC with a short coordinate', { ...ec, x: Buffer.alloc(31, 1).toString('base64url') }],
    ['EC in padded spelling', { ...ec, x: `${textOf(ec, 'x')}=` }],
    [
      'EC in the other alphabet',
      { ...ec, x: bytesOf(ec, 'x').toString('base64'), y: `+${textOf(ec, 'y').slice(1)}` },
    ],
    ['EC with a space', { ...ec, x: ` ${textOf(ec, 'x')}` }],
    ['Ed448', { ...generateKeyPairSync('ed448').publicKey.export({ format: 'jwk' }) }],
    ['X25519', { ...generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }) }],
    ['an unknown kind', { ...ec, kty: 'AKP' }],
    ['a kind that every object has', { ...ec, kty: 'constructor' }],
    ['numbers', { kty: 'RSA', n: 3, e: 5 }],
    ['nothing', {}],
  ])('must not be %s', (_what, jwk) => {
    expect(wrongWith(jwk)).toContain('must be a valid RSA key');
  });

  test.each<[unknown, string]>([
    [{ ...ec, use: 'enc' }, 'use'],
    [{ ...ec, use: null }, 'use'],
    [{ ...ec, alg: 'ES384' }, 'ES256'],
    [{ ...rsa, alg: 'RS256' }, 'PS256'],
    [{ ...rsa, alg: 'none' }, 'PS256'],
    [{ ...ed25519, alg: 'HS256' }, 'EdDSA'],
    [{ ...ec, key_ops: ['sign'] }, 'key_ops'],
    [{ ...ec, key_ops: ['verify', 'encrypt'] }, 'key_ops'],
    [{ ...ec, key_ops: 'verify' }, 'key_ops'],
    [{ ...ec, kid: '' }, 'kid'],
    [{ ...ec, kid: 7 }, 'kid'],
    [{ ...ec, kid: null }, 'kid'],
    [{ ...ec, kid: 'two words' }, 'kid'],
    [{ ...ec, kid: 'a'.repeat(129) }, 'kid'],
    [{ ...ec, kid: 'schlüssel' }, 'kid'],
    ['text', 'object'],
    [null, 'object'],
    [[], 'object'],
    [undefined, 'object'],
  ])('is rejected with the reason: %j', (jwk, why) => {
    expect(wrongWith(jwk)).toContain(why);
  });

  test('has a thumbprint that does not depend on its name', () => {
    const [one, other] = [readPublicKey({ ...ec, kid: 'a-1' }), readPublicKey(ec)];
    if (!('kid' in one) || !('kid' in other)) throw new Error('not read');
    expect(thumbprintOf(one)).toBe(thumbprintOf(other));
    expect(other.kid).toBe(thumbprintOf(other));
  });
});

describe('a key set', () => {
  test('contains one key or several, of different kinds', () => {
    const { fieldErrors, keys } = readKeySet({ keys: [ec, ed25519, rsa] });
    expect(fieldErrors).toEqual([]);
    expect(keys.map(({ alg }) => alg)).toEqual(['ES256', 'EdDSA', 'PS256']);
  });

  test.each<[string, unknown, string]>([
    ['no object', 'keys', 'type'],
    ['nothing', undefined, 'type'],
    ['a bare list', [ec], 'type'],
    ['a single key', ec, 'type'],
    ['a set without keys', {}, 'type'],
    ['keys that are no list', { keys: ec }, 'type'],
    ['no key', { keys: [] }, 'too-few'],
    ['too many keys', { keys: Array.from({ length: keysMax + 1 }, () => ec) }, 'too-many'],
  ])('must not be %s', (_what, set, code) => {
    expect(readKeySet(set)).toEqual({
      keys: [],
      fieldErrors: [expect.objectContaining({ code, path: ['keys'] })],
    });
  });

  test('may contain the maximum number of keys', () => {
    const keys = Array.from({ length: keysMax }, () => newJwk('ec'));
    expect(readKeySet({ keys }).fieldErrors).toEqual([]);
  });

  test('with invalid keys returns an error for each, at its position, and no keys', () => {
    const { fieldErrors, keys } = readKeySet({ keys: [ec, newPrivateJwk(), { kty: 'oct' }, ed25519, 'x'] });
    expect(keys).toEqual([]);
    expect(fieldErrors.map(({ path }) => path)).toEqual([
      ['keys', 1],
      ['keys', 2],
      ['keys', 4],
    ]);
  });

  test.each<[string, readonly Jwk[]]>([
    ['the same key twice', [ec, ec]],
    [
      'the same key under two names',
      [
        { ...ec, kid: 'a' },
        { ...ec, kid: 'b' },
      ],
    ],
    [
      'two keys of one name',
      [
        { ...ec, kid: 'a' },
        { ...ed25519, kid: 'a' },
      ],
    ],
  ])('must not contain %s', (_what, keys) => {
    expect(readKeySet({ keys: [...keys] }).fieldErrors).toEqual([
      expect.objectContaining({ code: 'duplicate', path: ['keys', 1] }),
    ]);
  });

  test('never reveals key content in an error', () => {
    const secret = newPrivateJwk('rsa');
    const messages = JSON.stringify(readKeySet({ keys: [secret, { ...ec, kid: 'wrong kid', use: 'enc' }] }));
    for (const value of [...Object.values(secret), 'wrong kid']) {
      if (value === 'RSA') continue;
      expect(messages).not.toContain(value);
    }
  });

  test('of arbitrary input is read without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readKeySet({ keys: [value] }).keys).toEqual([]);
        expect(readKeySet(value).keys).toEqual([]);
      }),
    );
  });

  test('with one member of its key changed does not become a set with another key', () => {
    const members = fc.constantFrom(...Object.values(samples)).chain((jwk) =>
      fc.record({
        jwk: fc.constant(jwk),
        // Another exponent makes another valid key.
        member: fc.constantFrom(...Object.keys(jwk).filter((name) => name !== 'e')),
        value: fc.oneof(fc.string(), fc.constant(undefined), fc.integer(), fc.base64String()),
      }),
    );
    fc.assert(
      fc.property(members, ({ jwk, member, value }) => {
        expect(readKeySet({ keys: [{ ...jwk, [member]: value }] }).keys).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
